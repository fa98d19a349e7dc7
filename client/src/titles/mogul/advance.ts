/** What may be said in advance in Mogul: about loans, and when to leave an auction. */
import type { Offer, View } from '../../protocol'
import type { AdvanceRules, Answer, Said, Saying } from '../../play/advance'
import { boardOf } from './board'

/** Whoever has not borrowed yet is not asked about loans, unless they want to be. */
const asksNot = (said: Said) => said['no_loan'] ?? !said['borrowed']

const offered = (view: View, action: string) => view.decision?.offers.find((offer) => offer.action === action)

function leaveAt(view: View, said: Said): number | null {
  return said['auction'] === boardOf(view).auction ? Number(said['leave_at']) : null
}

const isBidding = (view: View) => view.seat !== null && boardOf(view).players[view.seat]!.in

const hasWindow = (view: View) => view.options['loans'] === 'before_auction'

export const advance: AdvanceRules = {
  dial: true,

  controls(view, said) {
    const { auction } = boardOf(view)
    const dial = {
      kind: 'dial' as const,
      id: 'leave_at',
      key: 'advance.leave_at',
      value: leaveAt(view, said),
      least: 1,
      most: 8,
      say: (value: number | null) => ({ leave_at: value, auction: value === null ? null : auction }),
    }
    const loans = {
      kind: 'switch' as const,
      id: 'no_loan',
      key: 'advance.no_loan',
      on: Boolean(asksNot(said)),
      say: (on: boolean) => ({ no_loan: on }),
    }
    return [...(isBidding(view) ? [dial] : []), ...(hasWindow(view) ? [loans] : [])]
  },

  answer(view, said): Answer | undefined {
    if (view.decision?.kind === 'loan') return loanAnswer(view, said)
    const least = view.decision?.kind === 'auction' ? leaveAt(view, said) : null
    if (least === null) return undefined
    const offer = offered(view, boardOf(view).pot >= least ? 'leave' : 'pay')
    return offer && { offer }
  },

  pieces(view, target, said) {
    if (target !== 'bank' || !hasWindow(view) || view.decision?.kind === 'loan') return []
    const on = said['borrow'] === true
    return [{ key: 'advance.borrow', args: {}, on, saying: { borrow: on ? null : true } }]
  },

  marked: (_view, said) => (said['borrow'] ? ['bank'] : []),

  learn: (offer: Offer): Saying => (offer.action === 'loan' ? { borrowed: true } : {}),
}

/** Either answer may have been given in advance, so that a quick one does not tell which it was. */
function loanAnswer(view: View, said: Said): Answer | undefined {
  const loan = said['borrow'] ? offered(view, 'loan') : undefined
  if (loan) return { offer: loan, secret: true, uses: { borrow: null, borrowed: true } }
  const chips = boardOf(view).players[view.seat!]!.chips ?? 0
  const none = asksNot(said) && chips > 0 ? offered(view, 'no loan') : undefined
  return none && { offer: none, secret: true }
}
