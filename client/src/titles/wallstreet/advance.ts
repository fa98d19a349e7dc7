/** What may be said in advance in Wall Street: that a card is kept once it is bought, and that the turn ends by itself. */
import type { AdvanceRules, Said } from '../../play/advance'
import { declines } from '../../play/groups'

const endsAlone = (said: Said) => said['end'] !== false
/** Most cards are bought to be kept; another one is carried to its pile. */
const keeps = (said: Said) => said['keep'] === true

export const advance: AdvanceRules = {
  controls: (_view, said) => [
    { kind: 'switch', id: 'end', key: 'advance.end', on: endsAlone(said), say: (on) => ({ end: on }) },
    { kind: 'switch', id: 'keep', key: 'advance.keep', on: keeps(said), say: (on) => ({ keep: on }) },
  ],

  onTheSpot: ['bought'],

  answer({ decision }, said) {
    const done = decision?.kind === 'end' && endsAlone(said) ? decision.offers.find(declines) : undefined
    const kept = decision?.kind === 'bought' && keeps(said) ? decision.offers.find(isKept) : undefined
    const offer = done ?? kept
    return offer && { offer }
  },
}

/** What costs a loan is asked about all the same. */
function isKept({ action, confirm }: { action: string; confirm: string }): boolean {
  return action === 'keep' && confirm === ''
}
