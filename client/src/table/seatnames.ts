/** What each seat is called, in the reader's language. */
import type { Seat } from '../protocol'
import { knows, t, type Key } from '../text/words.svelte'

/** A bot's level, and its personality if it has one: `broker:blocker`. */
export function partedBot(bot: string): { level: string; personality: string } {
  const [level = '', personality = ''] = bot.split(':')
  return knows('', `ui.personality.${personality}`) ? { level, personality } : { level: bot, personality: '' }
}

export function levelName(bot: string): string {
  const { level, personality } = partedBot(bot)
  const key = `ui.level.${level}`
  const name = knows('', key) ? t(key as Key) : level
  return personality ? t('ui.personality.named', { level: name, personality: personalityName(personality) }) : name
}

export function personalityName(personality: string): string {
  return t(`ui.personality.${personality}` as Key)
}

/** Bots are numbered within their level. `whole`: with their personalities, where nothing else says them. */
export function seatNames(seats: Seat[], whole = false): string[] {
  const count = new Map<string, number>()
  return seats.map((seat) => {
    if (seat.kind === 'person') return seat.name
    if (seat.kind === 'open') return t('ui.seat.open')
    const { level: known, personality } = partedBot(seat.bot ?? '')
    const level = levelName(known)
    if (level.startsWith('@') && seats.filter(({ bot }) => bot === seat.bot).length === 1) return level
    const number = (count.get(level) ?? 0) + 1
    count.set(level, number)
    const name = `${level} ${number}`
    if (!whole || !personality) return name
    return t('ui.personality.named', { level: name, personality: personalityName(personality) })
  })
}

/** A seat in a list of tables: a name, `bot:LEVEL` or nobody. */
export function lineName(seat: string | null): string {
  if (seat === null) return t('ui.seat.open')
  return seat.startsWith('bot:') ? levelName(seat.slice(4)) : seat
}
