import { afterEach, expect, test } from 'vitest'
import type { Floor } from '../src/protocol'
import { account } from '../src/server/account.svelte'
import { opponentsOf } from '../src/table/againstbots'
import { partedBot } from '../src/table/seatnames'

const KNOWN = ['cautious', 'greedy', 'blocker', 'gambler']
const before = account.floor

afterEach(() => {
  account.floor = before
})

test('opponents are plain, all alike or all different, where their level knows personalities', () => {
  account.floor = { personalities: { broker: KNOWN } } as unknown as Floor
  expect(opponentsOf('broker', 'plain', 3)).toEqual(['broker', 'broker', 'broker'])
  expect(opponentsOf('broker', 'greedy', 2)).toEqual(['broker:greedy', 'broker:greedy'])
  expect(new Set(opponentsOf('broker', 'mixed', 4)).size).toBe(4)
  expect(opponentsOf('broker', 'mixed', 5).every((bot) => bot.startsWith('broker:'))).toBe(true)
  expect(opponentsOf('apprentice', 'mixed', 2)).toEqual(['apprentice', 'apprentice'])
})

test('what is no personality belongs to the name of the bot', () => {
  expect(partedBot('broker:shy')).toEqual({ level: 'broker:shy', personality: '' })
  expect(partedBot('@Parrot')).toEqual({ level: '@Parrot', personality: '' })
})
