import { expect, it } from 'vitest'
import { belowCall } from '../src/play/scenewords'
import english from '../../openoutcry/titles/mogul/text/en.json'
import spanish from '../../openoutcry/titles/mogul/text/es.json'
import french from '../../openoutcry/titles/mogul/text/fr.json'
import italian from '../../openoutcry/titles/mogul/text/it.json'

it.each([english, spanish, french, italian])('calls the crash once and then says what it means', (words) => {
  const below = belowCall(words['scene.crash'], words['story.crash'])
  expect(below.length).toBeGreaterThan(10)
  expect(words['story.crash'].endsWith(below)).toBe(true)
  expect(below).not.toBe(words['story.crash'])
})

it('leaves alone what says something else', () => {
  expect(belowCall('Sold!', 'Ana wins the auction.')).toBe('Ana wins the auction.')
})
