import type { Telling } from '../../protocol'
import type { Flight, TitleLook } from '../look'
import Board from './Board.svelte'
import { boardOf } from './board'
import { staging } from './staging'

/** Greek letters as shapes, so that no font has to have them. */
export const look: TitleLook = {
  Board,
  companies: {
    alpha: {
      hue: '#b0322b',
      on: '#ffffff',
      line: 'light-dark(#b0322b, #f2867e)',
      letter: 'A',
      symbol:
        'M17 5h3.500l-2 7c.5 3 1.200 4.500 3 4.500v3c-3 0-4.300-1.300-5-3.500-1.500 2.500-3.500 3.700-6 3.700-4.500 0-7-3.200-7-7.500s2.700-7.700 7-7.700c2.800 0 4.500 1.500 5.500 4zM10.500 7.500c-2.500 0-4 2-4 4.800s1.300 4.500 3.700 4.500c2.300 0 4-2.300 4.600-4.800-.6-2.800-2-4.500-4.300-4.500z',
    },
    beta: {
      hue: '#1c3f86',
      on: '#ffffff',
      line: 'light-dark(#1c3f86, #8db2f5)',
      letter: 'B',
      symbol:
        'M5 23V8c0-4 2.500-6.500 6.500-6.500 3.700 0 6 2 6 5 0 2-1 3.500-2.700 4.300 2.700.7 4.200 2.600 4.200 5.200 0 3.600-2.700 6-6.500 6-1.700 0-3.200-.5-4.300-1.400V23zM8.200 8v8.500c.8 1.600 2.200 2.500 4 2.500 2.200 0 3.600-1.200 3.600-3.200 0-2.200-1.600-3.400-4.600-3.300V9.800c2.200.1 3.300-1 3.300-2.900 0-1.500-1.100-2.500-2.900-2.500-2.200 0-3.400 1.300-3.400 3.600z',
    },
    gamma: {
      hue: '#2f86bd',
      on: '#06141d',
      line: 'light-dark(#1f6c9c, #7cc6ef)',
      letter: 'G',
      symbol:
        'M3 5.500C6.500 4 9 5.500 10.500 9.500L12.500 14 17 5h3.500L14 17.500v6h-3.200V17.500L8 11C7 8.500 5.500 7.800 3 8.500z',
    },
    delta: {
      hue: '#1f7a4d',
      on: '#ffffff',
      line: 'light-dark(#1f7a4d, #62c795)',
      letter: 'D',
      symbol:
        'M17.500 2v3C14 3.800 11 4 11 5.500c0 1 1 1.700 3 2.800 3.500 1.900 5 3.800 5 6.700 0 4-2.800 6.500-7 6.500s-7-2.600-7-6.600c0-3.500 2.200-5.700 5-6.400C8.500 7.500 7.800 6.500 7.800 5.200 7.800 1.500 13 .5 17.500 2zM12 10.500c-2.300 0-3.800 1.700-3.800 4.300s1.500 4.200 3.800 4.200 3.800-1.600 3.800-4.200-1.500-4.300-3.800-4.300z',
    },
    epsilon: {
      hue: '#e6c767',
      on: '#2a1f00',
      line: 'light-dark(#876600, #efd37e)',
      letter: 'E',
      symbol:
        'M18 6.500l-1 3c-1.500-1-3-1.500-4.700-1.500-2 0-3.300.8-3.300 2s1 1.800 3 1.800h2v2.700h-2c-2.300 0-3.500.7-3.500 2.100 0 1.500 1.400 2.300 3.800 2.300 1.900 0 3.500-.6 5-1.800l1.200 2.800c-1.700 1.400-4 2.100-6.500 2.100-4.500 0-7-1.900-7-5 0-1.700.9-3 2.600-3.700C6.300 12.500 5.600 11.300 5.600 9.900 5.600 7 8.300 5 12.300 5c2.200 0 4.100.5 5.700 1.500z',
    },
    omega: {
      hue: '#b8447f',
      on: '#ffffff',
      line: 'light-dark(#a8356f, #f093bf)',
      letter: 'O',
      symbol:
        'M12 2c5.500 0 9 3.700 9 9 0 3.300-1.400 6-3.700 7.700H21V22h-8v-3.500c2.700-1 4.500-3.500 4.500-7.200 0-3.700-2.200-6-5.500-6s-5.500 2.300-5.500 6c0 3.700 1.800 6.200 4.500 7.200V22H3v-3.300h3.700C4.400 17 3 14.300 3 11c0-5.300 3.500-9 9-9z',
    },
  },
  figures: (view, seat) => [
    { key: 'board.money', amount: boardOf(view).players[seat]!.coins },
    { key: 'board.cards', amount: boardOf(view).players[seat]!.cards },
  ],
  holdings: (view, seat) => boardOf(view).players[seat]!.shares,
  flights,
  staging,
}

function flights({ key, args }: Telling): Flight[] {
  const company = String(args['company'] ?? '')
  const space = `space:${args['space']}`
  if (key === 'story.placed' || key === 'story.laid' || key === 'story.replaced') {
    const laid: Flight = { from: `company:${company}`, to: space, piece: 'share', count: 1, company }
    const victim = String(args['victim'] ?? '')
    return victim ? [{ from: space, to: `company:${victim}`, piece: 'share', count: 1, company: victim }, laid] : [laid]
  }
  if (key === 'story.office') {
    return [{ from: `company:${company}`, to: `seat:${args['seat']}`, piece: 'crown', count: 1 }]
  }
  if (key === 'story.sold')
    return [{ from: `company:${company}`, to: `seat:${args['seat']}`, piece: 'coin', count: Number(args['price']) }]
  if (key === 'story.bought')
    return [{ from: `seat:${args['seat']}`, to: `company:${company}`, piece: 'coin', count: Number(args['price']) }]
  return []
}
