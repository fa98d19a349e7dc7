import type { Staging } from '../../play/beats'

/** So many points for shares of one line at once are the turn of a match. */
const A_GREAT_SALE = 12

export const staging: Staging = {
  holds: {
    'story.dealt': 0,
    'story.revealed': 700,
    'story.dividend': 700,
    'story.won': 900,
    'story.took': 600,
    'story.received': 600,
    'story.sold_none': 250,
    'story.crash': 2500,
    'story.final': 0,
  },
  together: ['story.dividend', 'story.loan'],
  rounds: ['story.revealed'],
  climax: ({ key }) => {
    if (key === 'story.won') return { scene: 'hammer', key: 'scene.won' }
    if (key === 'story.crash') return { scene: 'crash', key: 'scene.crash' }
    return null
  },
  isHighlight: ({ key, args }) =>
    key === 'story.crash' || (key === 'story.sold' && Number(args['points']) >= A_GREAT_SALE),
}
