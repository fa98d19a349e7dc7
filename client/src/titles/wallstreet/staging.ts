import type { Staging } from '../../play/beats'

const EVENTS = ['story.event_gold_3', 'story.event_minus_1', 'story.event_halve']

export const staging: Staging = {
  holds: {
    'story.capital_dealt': 0,
    'story.secret': 0,
    'story.magnate_dealt': 0,
    'story.dealt': 250,
    'story.removed': 250,
    'story.top': 0,
    'story.fee': 0,
    'story.raised': 0,
    'story.bought': 700,
    'story.bought_lot': 700,
    'story.kept': 450,
    'story.discarded': 500,
    'story.explosion_seen': 1500,
    'story.explosion_placed': 1500,
    'story.no_event': 2500,
    'story.event_gold_3': 2500,
    'story.event_minus_1': 2500,
    'story.event_halve': 2500,
    'story.final': 0,
  },
  together: ['story.rise', 'story.fall', 'story.fee', 'story.proves_card'],
  climax: ({ key }) => {
    if (key === 'story.explosion_seen') return { scene: 'fuse', key: 'scene.explosion' }
    if (key === 'story.explosion_placed') return { scene: 'banner', key: 'scene.last_round' }
    if (key === 'story.no_event') return { scene: 'banner', key: 'scene.no_event' }
    return EVENTS.includes(key) ? { scene: 'explosion', key: 'scene.event' } : null
  },
}
