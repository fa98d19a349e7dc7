/** The final score as a table: one row for each category of the rules, one column for each seat. */
import type { ScoreLine, View } from '../protocol'
import { knows } from '../text/words.svelte'

export interface Category {
  /** The last part of a message key, or `company:` and its id. */
  id: string
  /** The company that it is about, if it is about one. */
  company: string | null
  /** By seat; null where the category brought nothing. */
  lines: (ScoreLine | null)[]
}

/** `score.cash` is the category `cash` where the title has a word for it; other lines go by their company. */
function categoryOf(title: string, { key, args }: ScoreLine): Omit<Category, 'lines'> {
  const word = key.slice(key.indexOf('.') + 1)
  const company = args['company']
  if (company !== undefined && !knows(title, `category.${word}`)) {
    return { id: `company:${company}`, company: String(company) }
  }
  return { id: word, company: null }
}

/** In the order of the rules; companies in the order of the market. */
export function categoriesOf(view: View): Category[] {
  const found: Category[] = []
  for (const [seat, lines] of (view.score_lines ?? []).entries()) {
    let after = -1
    for (const line of lines) {
      const { id, company } = categoryOf(view.title, line)
      let at = found.findIndex((category) => category.id === id)
      if (at < 0) {
        at = after + 1
        found.splice(at, 0, { id, company, lines: Array<ScoreLine | null>(view.seats).fill(null) })
      }
      found[at]!.lines[seat] = line
      after = at
    }
  }
  return inMarketOrder(found, view.companies)
}

function inMarketOrder(categories: Category[], companies: string[]): Category[] {
  const place = ({ company }: Category) => companies.indexOf(company ?? '')
  const sorted = categories.filter(({ company }) => company !== null).sort((a, b) => place(a) - place(b))
  return categories.map((category) => (category.company === null ? category : sorted.shift()!))
}

export function pointsOf(category: Category, seat: number): number {
  return category.lines[seat]?.points ?? 0
}

/** What each seat has after the first `counted` categories. */
export function totals(categories: Category[], seats: number, counted = categories.length): number[] {
  return Array.from({ length: seats }, (_, seat) =>
    categories.slice(0, counted).reduce((sum, category) => sum + pointsOf(category, seat), 0),
  )
}
