/** What may be said in advance in Wall Street: that nothing more is to be done at the end of a turn. */
import type { AdvanceRules } from '../../play/advance'
import { declines } from '../../play/groups'

const endsAlone = (said: Readonly<Record<string, unknown>>) => said['end'] !== false

export const advance: AdvanceRules = {
  controls: (_view, said) => [
    { kind: 'switch', id: 'end', key: 'advance.end', on: endsAlone(said), say: (on) => ({ end: on }) },
  ],

  answer(view, said) {
    const done = view.decision?.kind === 'end' && endsAlone(said) ? view.decision.offers.find(declines) : undefined
    return done && { offer: done }
  },
}
