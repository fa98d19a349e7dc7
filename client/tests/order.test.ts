import { describe, expect, it } from 'vitest'
import { removal, silenced } from '../src/moderation/order'
import type { Table } from '../src/protocol'

function table(changes: Partial<Table>, people: (string | null)[] = ['ann', 'bob', 'eve']): Table {
  const seats = people.map((person, seat) => ({ person, seat }))
  return { host: 'ann', state: 'open', chat: 'players', muted: [], kicks: [], seats, ...changes } as Table
}

describe('who may write', () => {
  it('is said before anybody tries', () => {
    expect(silenced(table({}), 'bob')).toBeNull()
    expect(silenced(table({}), 'zoe')).toBe('no.chat_players')
    expect(silenced(table({ chat: 'everybody' }), 'zoe')).toBeNull()
    expect(silenced(table({ chat: 'nobody' }), 'ann')).toBe('no.chat_nobody')
    expect(silenced(table({ chat: 'everybody', muted: ['eve'] }), 'eve')).toBe('no.muted')
  })
})

describe('removing somebody', () => {
  it('is the host’s before the start, and of those who watch', () => {
    expect(removal(table({}), 'ann', 'bob')).toBe('remove')
    expect(removal(table({}), 'bob', 'eve')).toBeNull()
    expect(removal(table({ state: 'playing' }), 'ann', 'zoe')).toBe('remove')
    expect(removal(table({ state: 'closed' }), 'ann', 'bob')).toBeNull()
  })

  it('takes the others during play, two at least, each once', () => {
    const playing = table({ state: 'playing' })
    expect(removal(playing, 'bob', 'ann')).toBe('ask')
    expect(removal(playing, 'zoe', 'ann')).toBeNull()
    expect(removal(table({ state: 'playing' }, ['ann', 'bob', null]), 'ann', 'bob')).toBeNull()
    const asked = [{ person: 'eve', name: 'Eve', agreed: ['bob'], missing: ['ann'] }]
    expect(removal(table({ state: 'playing', kicks: asked }), 'bob', 'eve')).toBeNull()
  })
})
