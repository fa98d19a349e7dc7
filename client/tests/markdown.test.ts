import { describe, expect, it } from 'vitest'
import { inline, read } from '../src/rules/markdown'

describe('rules text', () => {
  it('is anchored by the rule ids it contains', () => {
    const [heading, paragraph] = read('### MO-18 Paying\n\nOne chip,\nno more.')
    expect(heading).toMatchObject({ kind: 'heading', level: 3, id: 'MO-18' })
    expect(paragraph).toMatchObject({ kind: 'paragraph', parts: [{ kind: 'text', text: 'One chip, no more.' }] })
  })

  it('has lists and tables', () => {
    const [list, table] = read('- one\n- two\n  goes on\n\n| a | b |\n|---|---|\n| 1 | **2** |')
    expect(list).toMatchObject({ kind: 'list', ordered: false, items: [{}, { parts: [{ text: 'two goes on' }] }] })
    expect(table).toMatchObject({ kind: 'table', rows: [[[{ text: '1' }], [{ kind: 'strong', text: '2' }]]] })
  })

  it('never becomes markup or a script', () => {
    expect(inline('<img src=x onerror=alert(1)>')).toEqual([{ kind: 'text', text: '<img src=x onerror=alert(1)>' }])
    expect(inline('[x](javascript:alert(1))')[0]).toMatchObject({ kind: 'text', text: 'x' })
  })
})
