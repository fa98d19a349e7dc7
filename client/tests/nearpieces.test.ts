import { expect, it } from 'vitest'
import { touches } from '../src/play/nearpieces'

const brick = { left: 100, top: 100, right: 127, bottom: 127 }

it('a fingertip touches what is less than half its breadth away', () => {
  expect(touches({ x: 113, y: 113 }, brick)).toBe(true)
  expect(touches({ x: 140, y: 113 }, brick)).toBe(true)
  expect(touches({ x: 150, y: 113 }, brick)).toBe(false)
  expect(touches({ x: 113, y: 150 }, brick)).toBe(false)
})
