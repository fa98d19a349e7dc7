import { beatOf, type Beat, type Staging } from '../../play/beats'
import type { Telling, View } from '../../protocol'
import { boardOf } from './board'

const A_CARD = 500
const A_SPACE = 60
const THE_BELL = 1500

export const staging: Staging = {
  holds: {
    'story.dealt': 0,
    'story.drew': 0,
    'story.first_turn': 600,
    'story.turn': 600,
    'story.moved': 300,
    'story.stays': 300,
    'story.half': 600,
    'story.holiday': 600,
    'story.hold': 200,
    'story.shuffled': 300,
    'story.end': 1200,
    'story.final': 0,
  },
  implied: ['story.played'],
  rounds: ['story.first_turn', 'story.turn'],
  climax: ({ args }) => (args['space'] === 'end' ? { scene: 'bell', key: 'scene.end', holds: THE_BELL } : null),
  unfold: (before, after, tellings) => {
    const [first] = tellings
    if (first?.key === 'story.played') return turnedUp(before, after, tellings)
    if (first?.key === 'story.moved') return walk(before, after, first, tellings.slice(1))
    return null
  },
}

/** One card after another, in the order of play; what else was told comes with the last one. */
function turnedUp(before: View, after: View, tellings: Telling[]): Beat[] {
  const played = tellings.filter(({ key }) => key === 'story.played')
  const rest = tellings.filter(({ key }) => key !== 'story.played')
  const beats: Beat[] = played.map((telling, index) => {
    const covered = new Set(played.slice(index + 1).map(({ args }) => args['seat']))
    return { view: withCovered(before, after, covered), tellings: [telling], holds: A_CARD }
  })
  return rest.length ? [...beats, { view: after, tellings: rest, holds: A_CARD }] : beats
}

/** As `after`, but the cards of some seats still lie face down, and no brick has moved. */
function withCovered(before: View, after: View, covered: Set<string | number | undefined>): View {
  const board = boardOf(after)
  const players = board.players.map((player, seat) =>
    covered.has(seat) ? { ...player, shown: null, decided: true } : player,
  )
  return { ...after, prices: before.prices, board: { ...board, companies: boardOf(before).companies, players } }
}

/** A brick walks space by space; then its prices are seen. */
function walk(before: View, after: View, moved: Telling, rest: Telling[]): Beat[] {
  const id = moved.args['company']
  const from = boardOf(before).companies.find((company) => company.id === id)?.space ?? 0
  const to = boardOf(after).companies.find((company) => company.id === id)?.space ?? from
  const beats: Beat[] = []
  for (let space = from + 1; space < to; space++) {
    beats.push({ view: standing(before, after, id, space), tellings: [], holds: A_SPACE, travels: true })
  }
  beats.push({ ...beatOf(moved, after, staging), tellings: [] })
  beats[0]!.tellings = [moved]
  if (rest.length) beats.push({ ...beatOf(rest[0]!, after, staging), tellings: rest })
  return beats
}

function standing(before: View, after: View, id: unknown, space: number): View {
  const companies = boardOf(before).companies.map((company) => (company.id === id ? { ...company, space } : company))
  return { ...after, prices: before.prices, worth: before.worth, board: { ...boardOf(after), companies } }
}
