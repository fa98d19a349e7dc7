import { afterEach, describe, expect, it, vi } from 'vitest'
import { changed, pause, type Said } from '../src/play/advance'
import { placed } from '../src/play/cardposition'
import { Sayings } from '../src/play/sayings.svelte'
import type { Offer, View } from '../src/protocol'
import { aView } from './made'
import { advance as ekonos } from '../src/titles/ekonos/advance'
import { advance as mogul } from '../src/titles/mogul/advance'
import { advance as speculation } from '../src/titles/speculation/advance'
import { advance as wallstreet } from '../src/titles/wallstreet/advance'

const offer = (action: string, ...targets: string[]): Offer => ({
  action,
  key: `offer.${action}`,
  args: {},
  rule: '',
  targets,
  confirm: '',
  verb: '',
  leads: [],
})

const view = (title: string, kind: string, offers: Offer[], board: object): View =>
  aView({
    title,
    seats: 3,
    step: 9,
    options: { loans: 'before_auction' },
    decision: { step: 9, kind, seats: [0], seat: 0, offers, default: '' },
    board,
  })

describe('a loan in Mogul', () => {
  const window = (chips: number) =>
    view('mogul', 'loan', [offer('loan', 'bank'), offer('no loan')], {
      auction: 4,
      pot: 0,
      players: [{ chips, in: true }],
    })
  const answer = (chips: number, said: Said) => mogul.answer(window(chips), said)?.offer.action

  it('is not asked about while there are chips, unless one has borrowed or wants to be asked', () => {
    expect(answer(3, {})).toBe('no loan')
    expect(answer(0, {})).toBeUndefined()
    expect(answer(3, { no_loan: false })).toBeUndefined()
    expect(answer(3, { borrowed: true })).toBeUndefined()
    expect(answer(3, { borrowed: true, no_loan: true })).toBe('no loan')
  })

  it('may be ordered in advance too, once: a quick answer does not tell which it was', () => {
    const said = mogul.answer(window(3), { borrow: true })
    expect([said?.offer.action, said?.secret]).toEqual(['loan', true])
    expect(mogul.answer(window(3), changed({ borrow: true }, said!.uses!))).toBeUndefined()
    expect(mogul.answer(window(3), {})?.secret).toBe(true)
  })
})

describe('an answer given in advance', () => {
  afterEach(() => vi.useRealTimers())

  it('is given once, though the board still shows the question while it is held', () => {
    vi.useFakeTimers()
    const board = { auction: 4, pot: 0, players: [{ chips: 3, in: true }] }
    const asked = view('mogul', 'loan', [offer('loan', 'bank'), offer('no loan')], board)
    const sayings = new Sayings(() => ({ table: 't', view: asked, rules: mogul, people: false }))
    const played: string[] = []
    for (let time = 0; time < 3; time++) {
      sayings.give(({ action }) => played.push(action))
      vi.runAllTimers()
    }
    expect(played).toEqual(['no loan'])
  })
})

describe('what a table keeps', () => {
  const board = { auction: 4, pot: 0, players: [{ chips: 3, in: true }] }
  const asked = view('mogul', 'loan', [offer('loan', 'bank'), offer('no loan')], board)

  const kept = (said: Said | null, answer: string | null) => {
    const told: Said[] = []
    const sayings = new Sayings(() => ({
      table: 'days',
      view: asked,
      rules: mogul,
      people: true,
      kept: { said, answer, keep: (wanted) => told.push(wanted) },
    }))
    sayings.recall()
    return { sayings, told }
  }

  it('is answered by the table, not by the browser', () => {
    const { sayings, told } = kept({ no_loan: true }, 'no loan')
    expect(sayings.answer?.offer.action).toBe('no loan')
    expect(sayings.give(() => expect.unreachable())).toBeUndefined()
    expect(told).toEqual([])
  })

  it('is asked in person where the table does not answer', () => {
    expect(kept({ no_loan: true }, null).sayings.answer).toBeUndefined()
  })

  it('is told it once, also that everything is left as it is', () => {
    const { sayings, told } = kept(null, null)
    expect(told).toEqual([{}])
    sayings.say({ no_loan: false })
    expect(told).toEqual([{}, { no_loan: false }])
  })
})

describe('an auction in Mogul', () => {
  const asked = (pot: number, auction = 4) =>
    view('mogul', 'auction', [offer('pay', 'chips'), offer('leave', 'pot')], {
      auction,
      pot,
      players: [{ chips: 3, in: true }],
    })

  it('is left by itself once the pot holds so much, in this auction only', () => {
    const dial = mogul.controls(asked(1), {}).find(({ id }) => id === 'leave_at')
    const said = changed({}, dial!.kind === 'dial' ? dial!.say(3) : {})
    const answer = (pot: number, auction?: number) => mogul.answer(asked(pot, auction), said)?.offer.action
    expect([answer(1), answer(3), answer(3, 5)]).toEqual(['pay', 'leave', undefined])
  })
})

describe('what is said in advance', () => {
  it('names the card for the next reveal, and may be unsaid', () => {
    const board = { hand: ['metro', 'holiday'] }
    const trade = view('speculation', 'trade', [], board)
    const [said] = speculation.pieces!(trade, 'card:metro', {})
    expect(said?.saying).toEqual({ card: 'metro' })
    expect(speculation.pieces!(trade, 'card:metro', { card: 'metro' })[0]?.saying).toEqual({ card: null })
    const reveal = view('speculation', 'cards', [offer('play M', 'card:metro')], board)
    expect(speculation.answer(reveal, { card: 'metro' })?.offer.action).toBe('play M')
    expect(speculation.answer(reveal, { card: 'carat' })).toBeUndefined()
  })

  it('ends a turn of Wall Street, unless one wants to be asked', () => {
    const end = view('wallstreet', 'end', [offer('flip', 'trend'), offer('end')], {})
    expect(wallstreet.answer(end, {})?.offer.action).toBe('end')
    expect(wallstreet.answer(end, { end: false })).toBeUndefined()
  })

  it('lets a card be kept unasked, if somebody wants that and it costs no loan', () => {
    const bought = (keep: Offer) => view('wallstreet', 'bought', [offer('discard 1', 'zone:1'), keep], {})
    const free = bought(offer('keep', 'hand'))
    expect(wallstreet.answer(free, {})).toBeUndefined()
    expect(wallstreet.answer(free, { keep: true })?.offer.action).toBe('keep')
    const loan = { ...offer('keep', 'hand'), confirm: 'confirm.loan' }
    expect(wallstreet.answer(bought(loan), { keep: true })).toBeUndefined()
  })

  it('does not keep what was carried to a pile', () => {
    const bought = view('wallstreet', 'bought', [offer('discard 1', 'zone:1'), offer('keep', 'hand')], {})
    const kept = (decided: boolean) => {
      const sayings = new Sayings(() => ({ table: 't', view: bought, rules: wallstreet, people: false, decided }))
      sayings.say({ keep: true })
      return sayings.answer?.offer.action
    }
    expect([kept(false), kept(true)]).toEqual(['keep', undefined])
  })

  it('keeps a card also where the table answers what is said in advance: whoever buys is there', () => {
    const bought = view('wallstreet', 'bought', [offer('discard 1', 'zone:1'), offer('keep', 'hand')], {})
    const kept = { said: { keep: true }, answer: null, keep: vi.fn() }
    const sayings = new Sayings(() => ({ table: 't', view: bought, rules: wallstreet, people: true, kept }))
    sayings.recall()
    expect(sayings.answer?.offer.action).toBe('keep')
    const play = vi.fn()
    vi.useFakeTimers()
    sayings.give(play)
    vi.runAllTimers()
    vi.useRealTimers()
    expect(play).toHaveBeenCalledOnce()
  })

  it('sells in Ekonos what was ordered, and otherwise nothing', () => {
    const sale = view('ekonos', 'sale', [offer('sell A', 'company:alpha'), offer('keep')], {})
    expect(ekonos.answer(sale, { sell: 'alpha' })?.offer.action).toBe('sell A')
    expect(ekonos.answer(sale, {})?.offer.action).toBe('keep')
    expect(ekonos.answer(sale, { no_sale: false })).toBeUndefined()
  })

  it('takes its time where other people could wonder, whatever the answer', () => {
    const secret = { offer: offer('no loan'), secret: true }
    expect(pause(secret, false)).toBe(0)
    expect(pause(secret, true, () => 0)).toBeGreaterThan(500)
    expect(pause(secret, true, () => 1)).toBe(pause({ ...secret, offer: offer('loan') }, true, () => 1))
    expect(pause({ offer: offer('end') }, true)).toBe(0)
  })
})

describe('a card beside its piece', () => {
  const screen = { width: 1000, height: 600 }
  const card = { width: 300, height: 200 }

  it('stands right of it, left of it where there is no room, and wholly on the screen', () => {
    expect(placed({ left: 100, top: 300, width: 50, height: 50 }, card, screen)).toEqual({ left: 160, top: 225 })
    expect(placed({ left: 900, top: 300, width: 50, height: 50 }, card, screen)).toEqual({ left: 590, top: 225 })
    expect(placed({ left: 100, top: 590, width: 50, height: 50 }, card, screen).top).toBe(394)
  })

  it('does not cover the others of a hand', () => {
    const hand = [400, 460, 520].map((left) => ({ left, top: 400, width: 50, height: 80 }))
    const { left, top } = placed(hand[1]!, card, screen, [hand[0]!, hand[2]!])
    expect({ left, top }).toEqual({ left: 335, top: 190 })
  })

  it('stands above it where neither side has room', () => {
    expect(placed({ left: 100, top: 300, width: 200, height: 50 }, card, { width: 400, height: 600 })).toEqual({
      left: 50,
      top: 90,
    })
  })
})
