/** What the cards of Ekonos's pieces say. */
import type { BoardModel } from '../../play/boardmodel.svelte'
import { kindOf } from '../../play/boardmodel.svelte'
import type { PieceFacts } from '../look'
import { boardOf } from './board'

const RULES: Record<string, string> = {
  card: 'EK-12',
  space: 'EK-13',
  company: 'EK-51',
  seat: 'EK-47',
  round: 'EK-02',
  value: 'EK-51',
  buy: 'EK-37',
  sell: 'EK-36',
  president: 'EK-45',
  shares: 'EK-38',
  growth: 'EK-23',
}

export function facts(model: BoardModel, target: string): PieceFacts | undefined {
  const kind = kindOf(target)
  const rule = RULES[kind]
  if (rule === undefined) return undefined
  const board = boardOf(model.view)
  const id = kind === 'space' ? board.spaces[Number(target.slice(6)) - 1]?.company : target.slice(kind.length + 1)
  const company = board.companies.find((one) => one.id === id)
  if (!company || model.view.seat === null) return { rule }
  const args = { company: company.id, value: company.tiles, own: company.owned[model.view.seat]!, sell: company.sell }
  const prices = company.buy === null ? [] : [model.say('now.buy', { price: company.buy })]
  const name = kind === 'company' ? { name: model.companyName(company.id) } : {}
  return { rule, ...name, now: [model.say('now.company', args), ...prices] }
}
