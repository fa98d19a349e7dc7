/** Many offers as a few verbs: those with the same verb are one choice, made on the board. */
import type { Offer } from '../protocol'

/** Up to this many offers are listed one by one. */
export const MANY = 6

export interface Group {
  /** Empty for an offer that stands by itself. */
  verb: string
  offers: Offer[]
}

/**
 * Verbs first, then what stands by itself, in the server's order. A title whose first offer is now of one verb and now
 * of another names the order of its verbs: they stay where they are from turn to turn.
 */
export function groups(offers: Offer[], order: readonly string[] = []): Group[] {
  const found: Group[] = []
  for (const offer of offers) {
    const group = offer.verb ? found.find(({ verb }) => verb === offer.verb) : undefined
    if (group) group.offers.push(offer)
    else found.push({ verb: offer.verb, offers: [offer] })
  }
  const verbs = found.filter(({ verb }) => verb)
  verbs.sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb))
  return [...verbs, ...found.filter(({ verb }) => !verb)]
}

/** An offer that lights nothing up declines or ends something, and looks unlike the rest. */
export function declines(offer: Offer): boolean {
  return offer.targets.length === 0
}
