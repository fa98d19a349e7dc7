import { describe, expect, it } from 'vitest'
import { read } from '../src/router.svelte'

const at = (path: string, base = '/') =>
  read(new URL(path, 'https://floor.example'), new URL(base, 'https://floor.example'))

describe('an address', () => {
  it('names a page', () => {
    expect(at('/')).toEqual({ name: 'start' })
    expect(at('/table/k3x9')).toEqual({ name: 'table', id: 'k3x9' })
    expect(at('/rules/mogul#MO-18')).toEqual({ name: 'rules', title: 'mogul', rule: 'MO-18' })
    expect(at('/replay/k3x9?step=31')).toEqual({ name: 'replay', id: 'k3x9', step: 31, analyse: false })
    expect(at('/record?step=31')).toEqual({ name: 'replay', id: null, step: 31, analyse: false })
  })

  it('may leave open which title is meant', () => {
    for (const page of ['learn', 'rules', 'edition', 'questions', 'daily', 'leaders'])
      expect(at(`/${page}`)).toEqual({ name: 'titles', page })
  })

  it('may be wrong without harm', () => {
    expect(at('/nowhere')).toEqual({ name: 'lost' })
    expect(at('/table/a/b')).toEqual({ name: 'lost' })
    expect(at('/replay/k3x9?step=-1')).toEqual({ name: 'replay', id: 'k3x9', step: null, analyse: false })
  })

  it('may lie below a path of its host', () => {
    expect(at('/outcry/table/k3x9', '/outcry/')).toEqual({ name: 'table', id: 'k3x9' })
    expect(at('/outcry/', '/outcry/')).toEqual({ name: 'start' })
  })
})
