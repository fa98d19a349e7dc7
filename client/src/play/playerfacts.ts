/** What the card of a player says, in every title. */
import { figure, t } from '../text/words.svelte'
import type { BoardModel } from './boardmodel.svelte'

/** The seat that a piece called `player:SEAT` stands for; null for any other piece. */
export function seatOf(target: string | null): number | null {
  return target?.startsWith('player:') ? Number(target.slice('player:'.length)) : null
}

/** What the mark means, what lies before the player, and how that compares with whoever looks. */
export function playerFacts(model: BoardModel, seat: number): { about: string; now: string[] } {
  const figures = model.look
    .figures(model.view, seat)
    .filter(({ amount }) => amount !== null)
    .map(({ key, amount }) => `${model.say(key)} ${figure(amount!)}`)
  return {
    about: t('ui.player_card', { name: model.name(seat) }),
    now: [worthOf(model, seat), ...(figures.length ? [figures.join(', ')] : [])],
  }
}

function worthOf(model: BoardModel, seat: number): string {
  const worth = model.view.worth[seat] ?? null
  if (worth === null) return t('ui.player_card.hidden')
  const mine = model.view.seat === null || model.view.seat === seat ? null : (model.view.worth[model.view.seat] ?? null)
  if (mine === null) return t('ui.player_card.alone', { worth: figure(worth) })
  const how = worth > mine ? 'more' : worth < mine ? 'less' : 'same'
  return t(`ui.player_card.${how}`, { worth: figure(worth), by: figure(Math.abs(worth - mine)) })
}
