import { afterEach, describe, expect, it } from 'vitest'
import { bind, isKey, keyFor } from '../src/keys/bindings'
import { settings } from '../src/settings.svelte'

const pressed = (key: string) => new KeyboardEvent('keydown', { key })

describe('single keys', () => {
  afterEach(() => settings.choose({ singleKeys: true, keys: {} }))

  it('do what they usually do, with shift or without', () => {
    expect(isKey(pressed('o'), 'slip')).toBe(true)
    expect(isKey(pressed('O'), 'slip')).toBe(true)
    expect(isKey(pressed('b'), 'slip')).toBe(false)
  })

  it('can be switched off', () => {
    settings.choose({ singleKeys: false })
    expect(isKey(pressed('o'), 'slip')).toBe(false)
  })

  it('can be given another meaning; whatever had the key gets the one that became free', () => {
    expect(bind('slip', 'B')).toBe(true)
    expect([keyFor('slip'), keyFor('board')]).toEqual(['b', 'o'])
  })

  it('are never digits, which choose offers, and always one sign', () => {
    expect([bind('slip', '1'), bind('slip', 'ab')]).toEqual([false, false])
    expect(keyFor('slip')).toBe('o')
  })

  it('can be taken away one by one', () => {
    expect([bind('slip', ''), bind('board', ' ')]).toEqual([true, true])
    expect([keyFor('slip'), keyFor('board'), keyFor('list')]).toEqual(['', '', 'l'])
    expect(isKey(pressed('o'), 'slip')).toBe(false)
    expect(bind('list', 'o')).toBe(true)
  })
})
