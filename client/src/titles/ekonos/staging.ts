import type { Staging } from '../../play/beats'

const LAST_ROUND = { scene: 'banner', key: 'scene.last_round', holds: 1500 } as const

export const staging: Staging = {
  holds: {
    'story.dealt': 0,
    'story.start': 400,
    'story.round': 800,
    'story.placed': 500,
    'story.laid': 500,
    'story.replaced': 800,
    'story.protected': 500,
    'story.office': 500,
    'story.expands': 0,
    'story.expanded': 0,
    'story.succeeded': 900,
    'story.vacant': 800,
    'story.end': 1500,
    'story.final': 0,
  },
  steady: true,
  implied: ['story.plays_place', 'story.plays_protect'],
  rounds: ['story.round'],
  climax: ({ key, args }) => {
    if (key === 'story.succeeded') return { scene: 'crown', key: 'scene.office' }
    if (key === 'story.round' && args['round'] === args['rounds']) return LAST_ROUND
    return null
  },
}
