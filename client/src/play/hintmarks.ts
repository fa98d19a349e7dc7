import type { Offer } from '../protocol'

/** The numbers of rated choices by the piece that each begins with; a piece may begin several. */
export function hintMarks(choices: { offer: Offer }[]): ReadonlyMap<string, string> {
  const marks = new Map<string, string>()
  choices.forEach(({ offer }, index) => {
    const target = offer.targets[0]
    if (target) marks.set(target, [marks.get(target), index + 1].filter(Boolean).join(' '))
  })
  return marks
}
