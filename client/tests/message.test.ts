import { describe, expect, it } from 'vitest'
import { fill, number, parse, type Args } from '../src/text/message'

const voice = {
  lang: 'en',
  word: (key: string) => ({ 'colour.brown': 'brown' })[key] ?? key,
  name: (seat: number) => ['Ada', 'Ben'][seat] ?? `seat ${seat}`,
}
const say = (message: string, args: Args = {}, lang = 'en') => fill(message, args, { ...voice, lang })

describe('a message', () => {
  it('names seats and words and counts', () => {
    const message = '{seat, seat} sells {n, plural, =0 {nothing} one {# share} other {# shares}} of {c, word, colour}'
    expect(say(message, { seat: 1, n: 0, c: 'brown' })).toBe('Ben sells nothing of brown')
    expect(say(message, { seat: 0, n: 1, c: 'brown' })).toBe('Ada sells 1 share of brown')
    expect(say(message, { seat: 0, n: 1234, c: 'brown' })).toBe('Ada sells 1,234 shares of brown')
  })

  it('selects by value', () => {
    expect(say('{g, select, 0 {nothing} other {{g} points}}', { g: 0 })).toBe('nothing')
    expect(say('{g, select, 0 {nothing} other {{g} points}}', { g: 7 })).toBe('7 points')
  })

  it('takes an empty case for what it is', () => {
    expect(say('sold{g, select, 0 {} other { for {g}}}', { g: 0 })).toBe('sold')
    expect(say('sold{g, select, 0 {} other { for {g}}}', { g: 7 })).toBe('sold for 7')
    expect(say('{n, plural, =0 {} one {# share} other {# shares}}', { n: 0 })).toBe('')
    expect(say('{n, plural, one {# share} other {}}', { n: 5 })).toBe('')
  })

  it('has no cases but its own', () => {
    expect(say('{g, select, other {else}}', { g: 'constructor' })).toBe('else')
  })

  it('takes the singular for zero in French only', () => {
    const message = '{n, plural, one {# part} other {# parts}}'
    expect(say(message, { n: 0 }, 'fr')).toBe('0 part')
    expect(say(message, { n: 0 }, 'it')).toBe('0 parts')
  })

  it('says what is wrong with it', () => {
    expect(() => parse('a {n')).toThrow('unclosed {')
    expect(() => parse('a } b')).toThrow('unexpected }')
    expect(() => parse('{n, plural, one {x}}')).toThrow('plural without other')
    expect(() => say('{n}')).toThrow('no argument n')
  })
})

describe('a number', () => {
  it('is grouped as the language groups it, with a real minus', () => {
    expect(number('en', -12345)).toBe('\u221212,345')
    expect(number('fr', 12345)).toBe('12\u202f345')
    expect(number('es', 1234)).toBe('1234')
    expect(number('it', 1234567)).toBe('1.234.567')
  })
})
