/**
 * What a move would do, read off the board as it stands: where a brick would come to and what every company would then
 * cost. It is drawn before somebody decides and decides nothing itself.
 */
import type { Offer } from '../../protocol'
import type { Company, SpeculationBoard } from './board.types'

export interface Ghost {
  /** The company whose brick would move. */
  id: string
  /** The companies as they would stand. */
  companies: Company[]
  /** By company, prices that would not stay as they are. */
  prices: Map<string, number>
}

const HOLIDAY = 'holiday'
const endOf = (board: SpeculationBoard) => board.segments.at(-1)![0]

/** The ghost of an offer or of a card in the hand; null where no brick would move. */
export function ghostOf(board: SpeculationBoard, offer: Offer | null, pointed: string | null): Ghost | null {
  if (offer?.key === 'offer.raise' || offer?.key === 'offer.lower') {
    const space = offer.args['space']
    return moved(
      board,
      String(offer.args['company']),
      space === 'start' ? 0 : space === 'end' ? endOf(board) : Number(space),
    )
  }
  const card = offer?.key === 'offer.play' ? String(offer.args['card']) : cardOf(pointed)
  if (card === null || card === HOLIDAY || !board.steps) return null
  const company = board.companies.find(({ id }) => id === card)
  return company ? moved(board, card, walked(board, company, board.steps)) : null
}

const cardOf = (pointed: string | null) => (pointed?.startsWith('card:') ? pointed.slice('card:'.length) : null)

/** So many empty spaces ahead; occupied ones are passed over. */
function walked(board: SpeculationBoard, company: Company, steps: number): number {
  const end = endOf(board)
  const taken = new Set(board.companies.map(({ space }) => space))
  let space = company.space
  for (let left = steps; left > 0 && space < end;) {
    space += 1
    if (space === end || !taken.has(space)) left -= 1
  }
  return space
}

function moved(board: SpeculationBoard, id: string, space: number): Ghost | null {
  const before = board.companies.find((company) => company.id === id)
  if (!before || before.space === space) return null
  const end = endOf(board)
  const standing = board.companies.map((company) => (company.id === id ? { ...company, space } : company))
  /** At END whoever came first stays ahead. */
  const ahead = (one: Company, other: Company) =>
    one.space > other.space ||
    (one.space === other.space && one.space === end && one.rank < other.rank && one.id !== id)
  const companies = standing.map((company) => {
    const rank = company.space === 0 ? standing.length : 1 + standing.filter((other) => ahead(other, company)).length
    return { ...company, rank, ...priced(board, company.space, rank) }
  })
  const changed = companies.flatMap(({ id: other, price }, index) =>
    price === board.companies[index]!.price ? [] : [[other, price] as const],
  )
  return { id, companies, prices: new Map(changed) }
}

function priced(board: SpeculationBoard, space: number, rank: number): Pick<Company, 'segment' | 'price'> {
  if (space === 0) return { segment: null, price: board.start_price }
  const segment = board.segments.findIndex(([first, last]) => space >= first && space <= last)
  return { segment, price: board.lists[board.side]?.[segment]?.[rank - 1] ?? 0 }
}
