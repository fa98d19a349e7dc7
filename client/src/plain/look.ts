/** The look of a title that brings no drawing of its own: made from the plan of its board. */
import type { BoardPlan, CompanyColours } from '../protocol'
import type { CompanyLook, TitleLook } from '../titles/look'
import Board from './Board.svelte'
import { itemsOf, numberOf, playerOf, playersField } from './plan'

/** Plain shapes in a square of 24 by 24: a company is never colour alone. */
const SHAPES = [
  'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
  'M2 5h20v3H2zM2 10.500h20v3H2zM2 16h20v3H2z',
  'M2 20L12 3l10 17z',
  'M9 2h6v7h7v6h-7v7H9v-7H2V9h7z',
  'M12 1l11 11-11 11L1 12zM12 7l-5 5 5 5 5-5z',
  'M2 4h5v16H2zM9.500 4h5v16h-5zM17 4h5v16h-5z',
  'M2 3l10 9L22 3v9l-10 9-10-9z',
  'M3 3h18v18H3zM8 8v8h8V8z',
] as const

export function plainLook(plan: BoardPlan): TitleLook {
  const parts = playersField(plan)?.fields ?? []
  const counts = parts.filter(({ many }) => many === 'per_company')
  const numbers = parts.filter(({ kind, many }) => kind === 'number' && many === 'one')
  return {
    Board,
    plan,
    companies: Object.fromEntries(
      Object.entries(plan.companies).map(([id, colours], index) => [id, companyOf(colours, index)]),
    ),
    staging: { holds: {} },
    figures: (view, seat) => {
      const player = playerOf(plan, view, seat)
      return numbers.flatMap(({ name }) => {
        const amount = numberOf(player[name])
        return amount === null ? [] : [{ key: `board.${name}`, amount }]
      })
    },
    holdings: (view, seat) => {
      const player = playerOf(plan, view, seat)
      const known = counts.map(({ name }) => itemsOf(player[name])).filter((list) => list.length > 0)
      return view.companies.map((_, index) => known.reduce((sum, list) => sum + (numberOf(list[index]) ?? 0), 0))
    },
  }
}

function companyOf({ hue, letter }: CompanyColours, index: number): CompanyLook {
  return {
    hue,
    on: isLight(hue) ? '#14100a' : '#ffffff',
    line: `light-dark(color-mix(in srgb, ${hue} 85%, black), color-mix(in srgb, ${hue} 55%, white))`,
    letter,
    symbol: SHAPES[index % SHAPES.length]!,
  }
}

/** Whether dark letters stand out better than white ones. */
export function isLight(hue: string): boolean {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hue.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! > 0.179
}
