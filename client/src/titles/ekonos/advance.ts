/** What may be said in advance in Ekonos: what to sell and to buy in this turn, and that nothing is sold otherwise. */
import type { View } from '../../protocol'
import type { AdvanceRules, Answer, PieceSaying, Said } from '../../play/advance'
import { declines } from '../../play/groups'
import { boardOf } from './board'

const COMPANY = 'company:'

const asksNot = (said: Said) => said['no_sale'] !== false

const trade = (view: View, company: unknown) =>
  view.decision?.offers.find(({ targets }) => targets.includes(`${COMPANY}${String(company)}`))

export const advance: AdvanceRules = {
  controls: (_view, said) => [
    { kind: 'switch', id: 'no_sale', key: 'advance.no_sale', on: asksNot(said), say: (on) => ({ no_sale: on }) },
  ],

  answer(view, said): Answer | undefined {
    if (view.decision?.kind === 'purchase') {
      const bought = said['buy'] ? trade(view, said['buy']) : undefined
      return bought && { offer: bought, uses: { buy: null } }
    }
    if (view.decision?.kind !== 'sale') return undefined
    const sold = said['sell'] ? trade(view, said['sell']) : undefined
    if (sold) return { offer: sold, uses: { sell: null } }
    const none = asksNot(said) ? view.decision.offers.find(declines) : undefined
    return none && { offer: none }
  },

  pieces(view, target, said) {
    const company = boardOf(view).companies.find(({ id }) => target === `${COMPANY}${id}`)
    if (!company || view.seat === null) return []
    const kind = view.decision?.kind
    const found: PieceSaying[] = []
    if (company.owned[view.seat] && kind !== 'sale') found.push(order('sell', company.id, company.sell, said))
    if (company.buy !== null && kind !== 'purchase') found.push(order('buy', company.id, company.buy, said))
    return found
  },

  marked: (_view, said) =>
    [said['sell'], said['buy']].filter((company) => company !== undefined).map((company) => `${COMPANY}${company}`),
}

function order(way: 'sell' | 'buy', company: string, price: number, said: Said): PieceSaying {
  const on = said[way] === company
  return { key: `advance.${way}`, args: { company, price }, on, saying: { [way]: on ? null : company } }
}
