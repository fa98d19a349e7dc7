import { SvelteMap } from 'svelte/reactivity'
import { describe, expect, it, vi } from 'vitest'
import { BoardModel } from '../src/play/boardmodel.svelte'
import { groups } from '../src/play/groups'
import { chooseByKey } from '../src/keys/shortcuts'
import { learn } from '../src/text/words.svelte'
import { plainLook } from '../src/plain/look'
import type { Blocked, Offer } from '../src/protocol'
import { anOffer, aView } from './made'

const look = plainLook({ title: 'mogul', fields: [], companies: {} })

const offer = (action: string, ...targets: string[]): Offer => anOffer(action, { targets })

function model(
  offers: Offer[],
  act: ((offer: Offer) => void) | undefined,
  kind = 'k',
  labels = {},
  blocked: Blocked[] = [],
) {
  const decision = { step: 3, kind: 'k', seats: [0], seat: 0, offers, default: '' }
  const view = aView({ kind, decision, blocked })
  return new BoardModel(() => ({ view, names: ['Ada', 'Ben'], look, labels, act }))
}

describe('a model', () => {
  it('lets exactly what was offered be picked', () => {
    const act = vi.fn()
    const here = model([offer('pay', 'chips'), offer('leave', 'pot')], act)
    here.pick('card')
    expect(act).not.toHaveBeenCalled()
    here.pick('pot')
    expect(act.mock.calls[0]![0].action).toBe('leave')
  })

  it('asks which, when a piece has several offers', () => {
    const act = vi.fn()
    const here = model([offer('sell 1', 'company:brown'), offer('sell 2', 'company:brown'), offer('take', 'card')], act)
    here.pick('company:brown')
    expect(act).not.toHaveBeenCalled()
    expect(here.listed.map(({ action }) => action)).toEqual(['sell 1', 'sell 2'])
  })

  it('never decides by a click where a click beside it only opens', () => {
    const act = vi.fn()
    const here = model([offer('a 1', 'slot:1'), offer('a 2', 'slot:2'), offer('b 2', 'slot:2'), offer('end')], act)
    expect(here.commits('slot:1')).toBe(false)
    here.pick('slot:1')
    expect(act).not.toHaveBeenCalled()
    expect(here.opened).toBe('slot:1')
    expect(here.piece('slot:1').class).toContain('selected')
  })

  it('chooses a piece and what it leads to in one, and sends the second half when it is asked for', () => {
    const played: string[] = []
    const place = { ...offer('card 1 place', 'card:1'), leads: ['space:4', 'space:5'] }
    const step = 3
    const offers = [place, offer('card 1 grow', 'card:1', 'company:a'), offer('card 2 grow', 'card:2', 'company:a')]
    const here = new BoardModel(() => ({
      view: aView({ step, decision: { step, kind: 'k', seats: [0], seat: 0, offers, default: '' } }),
      names: [],
      look,
      act: ({ action }) => void played.push(action),
    }))
    expect(here.isOffered('space:4')).toBe(false)
    here.pick('card:1')
    expect(here.isOffered('space:4')).toBe(true)
    expect(here.commits('company:a')).toBe(true)
    here.pick('space:4')
    expect(played).toEqual(['card 1 place'])
    here.follow()
    expect(played).toHaveLength(1)
  })

  it('lets a piece be carried to what it leads to, and puts it down nowhere else', () => {
    const act = vi.fn()
    const buys = { ...offer('move 1', 'slot:1'), leads: ['hand', 'zone:gold'] }
    const here = model([buys, offer('move 2', 'slot:2'), offer('raise', 'capital')], act)
    here.carry('capital')
    expect(here.carried, 'what leads nowhere stays where it is').toBeNull()
    here.carry('slot:1')
    const takes = (...targets: string[]) => targets.map((target) => here.takes(target))
    expect(takes('hand', 'zone:gold', 'zone:halve', 'slot:2', 'capital')).toEqual([true, true, false, false, false])
    here.drop('slot:2')
    expect([act.mock.calls.length, here.carried]).toEqual([0, null])
    here.carry('slot:1')
    here.drop('zone:gold')
    expect(act.mock.calls[0]![0].action).toBe('move 1')
  })

  it('opens a carried piece that could mean several things where it is put down', () => {
    const act = vi.fn()
    const uses = ['place', 'grow'].map((use) => ({ ...offer(use, 'card:1', 'company:a'), leads: ['space:1'] }))
    const here = model(uses, act)
    here.carry('card:1')
    here.drop('company:a')
    expect([act.mock.calls.length, here.opened]).toEqual([0, 'card:1'])
  })

  it('keeps a piece open while others answer beside me, and closes it with my answer', () => {
    const offers = [offer('bid 1', 'share'), offer('bid 2', 'share'), offer('pass')]
    const decision = { kind: 'bid', seats: [0, 1], seat: 0, offers, default: '' }
    const step = new SvelteMap([['now', 3]])
    const here = new BoardModel(() => {
      const now = step.get('now')!
      return { view: aView({ step: now, decision: { ...decision, step: now } }), names: [], look, act: vi.fn() }
    })
    here.pick('share')
    const asked = here.question
    step.set('now', 4)
    expect(here.opened).toBe('share')
    expect(here.question).toBe(asked)
    here.act(offers[0]!)
    expect(here.opened).toBe(null)
    here.pick('share')
    step.set('now', 5)
    expect(here.opened).toBe(null)
    expect(here.question).not.toBe(asked)
  })

  it('lets a digit mean what it is printed on: uses of an open piece, the coach’s choices, or the slip', () => {
    const act = vi.fn()
    const offers = [offer('a 1', 'slot:1'), offer('a 2', 'slot:2'), offer('b 2', 'slot:2'), offer('end')]
    const here = model(offers, act)
    const press = (key: string, advised?: Offer[]) => chooseByKey(new KeyboardEvent('keydown', { key }), here, advised)
    const last = () => act.mock.lastCall![0].action
    press('1')
    expect(last()).toBe('a 1')
    press('1', [offers[3]!])
    expect(last()).toBe('end')
    here.pick('slot:2')
    press('2', [offers[3]!])
    expect(last()).toBe('b 2')
  })

  it('keeps the verbs in their title’s order, whichever is offered first', () => {
    const offers = ['grow', 'protect', 'place'].map((verb) => ({ ...offer(verb, 'card:1'), verb }))
    expect(groups(offers, ['place', 'protect', 'grow']).map(({ verb }) => verb)).toEqual(['place', 'protect', 'grow'])
    expect(groups(offers).map(({ verb }) => verb)).toEqual(['grow', 'protect', 'place'])
  })

  it('shows many offers as verbs, and only the pieces of the verb chosen', () => {
    const verb = (action: string, verb: string, target: string) => ({ ...offer(action, target), verb })
    const offers = [
      ...[1, 2, 3, 4].map((n) => verb(`move ${n}`, 'move', `slot:${n}`)),
      offer('raise', 'capital'),
      ...[1, 2].map((n) => verb(`sell ${n}`, 'sell', `card:${n}`)),
      offer('end'),
    ]
    const here = model(offers, vi.fn())
    expect(here.onBoard).toBe(true)
    expect(here.groups.map(({ verb, offers }) => `${verb} ${offers.length}`)).toEqual(['move 4', 'sell 2', ' 1', ' 1'])
    here.verb = 'sell'
    expect([here.isOffered('card:1'), here.isOffered('slot:1')]).toEqual([true, false])
    here.listing = true
    expect(here.onBoard).toBe(false)
  })

  it('lists many offers of a title without verbs as they are', () => {
    const offers = Array.from({ length: 9 }, (_, n) => offer(`bid ${n}`, 'share'))
    expect(model(offers, vi.fn()).onBoard).toBe(false)
  })

  it('says why a piece may not be chosen, once it is tried or looks as if it might', async () => {
    await learn('mogul')
    const no = (key: string, ...targets: string[]): Blocked => ({ targets, key, args: {}, rule: 'MO-20' })
    const blocked = [no('refuse.no_chip', 'chips'), no('refuse.not_won', 'company:green')]
    const here = model([offer('sell 1', 'company:brown')], vi.fn(), 'k', {}, blocked)
    expect(here.pieceName('chips', 'Chips')).toMatch(/^Chips\. [A-Z].*chip.*\.$/)
    here.pointed = 'chips'
    expect(here.objection).toBeNull()
    here.pick('chips')
    expect(here.objection?.rule).toBe('MO-20')
    here.pointed = 'company:brown'
    expect(here.objection).toBeNull()
    here.pointed = 'company:green'
    expect(here.objection).toBeNull() // the mouse has rested there since before the question
    here.piece('company:green').onpointermove()
    expect(here.objection?.key).toBe('refuse.not_won')
    expect(here.piece('company:green').class).toContain('barred')
    expect(here.piece('chips').class).not.toContain('barred')
  })

  it('has short words for answers that share a phone’s row, or none where one of them would not fit', async () => {
    await learn('mogul')
    const sale = { count: 2, colour: 'blue', price: 4, points: 8 }
    const take = anOffer('take', { key: 'offer.take', args: { colour: 'pink' } })
    const answers = [take, anOffer('sell 2', { key: 'offer.sell', args: sale })]
    const here = model(answers, vi.fn())
    expect(here.briefTexts(answers)).toEqual(['Take the pink share', 'Sell 2: +8'])
    expect(here.briefTexts([...answers, ...answers])).toEqual([])
    const leave = anOffer('leave', { key: 'offer.pay', args: { chips: 12 } })
    expect(here.briefTexts([...answers, leave])).toEqual([])
  })

  it('offers nothing to those who only look on', () => {
    const here = model([offer('pay', 'chips')], undefined)
    expect(here.playable).toBe(false)
    expect(here.offers).toEqual([])
    expect(here.piece('chips')['aria-disabled']).toBe(true)
  })

  it('tells those who wait what is decided, in words for them, or nothing', async () => {
    await learn('mogul')
    expect(model([], undefined, 'winner').watched).toBe('winner of the auction: take the share or sell')
    expect(model([], undefined, 'unheard_of').watched).toBe('')
  })

  it('calls a company what the table’s edition calls it', async () => {
    await learn('mogul')
    const here = model([], undefined, 'k', { brown: 'Night Mail' })
    expect(here.companyName('brown')).toBe('Night Mail')
    expect(here.word('colour', 'green')).toBe('green')
    expect(here.say('story.took', { seat: 0, colour: 'brown' })).toContain('Night Mail')
  })

  it('draws a company that only a host’s edition knows', () => {
    expect(model([], undefined).company('violet').letter).toBe('V')
  })
})
