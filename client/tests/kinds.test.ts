import { expect, test } from 'vitest'
import { heard } from '../src/rules/kinds'

function piece(inside: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = inside
  return element
}

test('a kind of piece is named without how the one shown stands at present', () => {
  expect(heard(piece('<span class="spoken">capital: 7</span>'))).toBe('capital')
  expect(heard(piece('<svg><text class="name-only">1 Dublin: Beta, linked to 2</text></svg>'))).toBe('1 Dublin')
  expect(heard(piece('<span class="spoken">maize\u00a0: 4, min. 6; falls</span>'))).toBe('maize')
})

test('a number alone names nothing', () => {
  expect(heard(piece('<span class="spoken">1: maize share, min. 3. Buy it</span>'))).toBe('1: maize share, min. 3')
})
