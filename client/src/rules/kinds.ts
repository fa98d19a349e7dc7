import { type BoardModel, kindOf } from '../play/boardmodel.svelte'
import type { TitleLook } from '../titles/look'

/** One piece for all of its kind. */
export interface KindOfPiece {
  target: string
  name: string
  about: string
}

/** One piece of each kind that the catalogue explains, in the board's order; of spaces, one where something lies. */
export function kindsOn(board: HTMLElement, model: BoardModel, look: TitleLook): KindOfPiece[] {
  const found = new Map<string, KindOfPiece & { full: boolean }>()
  for (const piece of board.querySelectorAll<HTMLElement>('[data-piece]')) {
    const target = piece.dataset['piece']!
    const facts = look.facts?.(model, target)
    const key = facts?.about ?? `piece.${kindOf(target)}`
    const full = Boolean(facts?.now?.length)
    const known = found.get(kindOf(target))
    if (!model.knows(key) || (known && (known.full || !full))) continue
    const about = model.say(key, facts?.args ?? {})
    found.set(kindOf(target), { target, about, full, name: facts?.name ?? heard(piece) })
  }
  return [...found.values()]
}

/** What a screen reader calls it, without how it stands at present: "capital", not "capital: 7". */
export function heard(piece: HTMLElement): string {
  const label = piece.querySelector('.spoken, .name-only')?.textContent ?? piece.ariaLabel ?? ''
  const whole = label.trim().split(/;|\.(?! *\d)/)[0]!
  const name = whole.split(':')[0]!.trim()
  return /\p{L}/u.test(name) ? name : whole
}
