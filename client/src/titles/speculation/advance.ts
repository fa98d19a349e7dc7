/** What may be said in advance in Speculation: which card to play at the next reveal. */
import type { AdvanceRules } from '../../play/advance'
import { boardOf } from './board'

const CARD = 'card:'

export const advance: AdvanceRules = {
  controls: () => [],

  answer(view, said) {
    const offer =
      view.decision?.kind === 'cards'
        ? view.decision.offers.find(({ targets }) => targets.includes(`${CARD}${said['card']}`))
        : undefined
    return offer && { offer, secret: true, uses: { card: null } }
  },

  pieces(view, target, said) {
    const card = target.startsWith(CARD) ? target.slice(CARD.length) : ''
    if (!boardOf(view).hand?.includes(card) || view.decision?.kind === 'cards') return []
    const on = said['card'] === card
    return [{ key: 'advance.play', args: { card }, on, saying: { card: on ? null : card } }]
  },

  marked: (_view, said) => (said['card'] ? [`${CARD}${said['card']}`] : []),
}
