/** What a title's folder provides: its board, its companies' marks, and the ledger's figures. */
import type { Component } from 'svelte'
import type { BoardPlan, Telling, View } from '../protocol'
import type { Staging } from '../play/beats'
import type { AdvanceRules } from '../play/advance'
import type { BoardModel } from '../play/boardmodel.svelte'
import type { Args } from '../text/message'
import { api } from '../server/api'
import plainPoster from '../plain/poster.svg?url'

/** A company is never colour alone: it has a hue, a drawn symbol and a letter. */
export interface CompanyLook {
  /** A colour for surfaces, and one for text on it. */
  hue: string
  on: string
  /** A colour for lines on the page's ground, in both themes. */
  line: string
  letter: string
  /** An SVG path in a square of 24 by 24. */
  symbol: string
}

/** What a title's `look.json` says of a company; pictures for notebooks are drawn from the same file. */
export interface DrawnCompany {
  hue: string
  on: string
  /** By day and by night. */
  line: string[]
  letter: string
  symbol: string
}

export function companyLooks(drawn: Record<string, DrawnCompany>): Record<string, CompanyLook> {
  const looks = Object.entries(drawn).map(([id, { hue, on, line, letter, symbol }]): [string, CompanyLook] => [
    id,
    { hue, on, line: `light-dark(${line.join(', ')})`, letter, symbol },
  ])
  return Object.fromEntries(looks)
}

/** An amount beside a player's name; null where it is hidden. */
export interface Figure {
  /** A message of the title. */
  key: string
  amount: number | null
  /** The piece whose card says what it means, if not the one called as the key ends. */
  piece?: string
}

/** How a player stands: a message of the title, and a sign for where there is no room for it. */
export interface Standing {
  key: string
  sign: string
}

/** Something that changes hands: places are named by `data-place` on the page. */
export interface Flight {
  from: string
  to: string
  piece: 'chip' | 'share' | 'coin' | 'card' | 'crown'
  count: number
  company?: string
}

/** What a piece's card says beside its name. */
export interface PieceFacts {
  /** Shorter than what is read out. */
  name?: string
  /** A message of the title; `piece.KIND` unless given. */
  about?: string
  args?: Args
  /** What it means now. */
  now?: string[]
  rule?: string
}

export interface TitleLook {
  Board: Component<{ model: BoardModel }>
  /** A question that names what it is about, as a message of the title; null where its kind says enough. */
  about?: (view: View) => { key: string; args: Args } | null
  /** Replaces the list of offers where a title's decision has many parts. */
  Slip?: Component<{ model: BoardModel }>
  /** Whether `Slip` is for this decision. */
  needsSlip?: (view: View) => boolean
  /** The order in which verbs stand in the slip, where that of the offers changes. */
  verbs?: readonly string[]
  /** What is said of a player beside the name: out of the auction, start player. */
  standing?: (view: View, seat: number) => Standing[]
  /** A piece at a size to be admired; nothing for pieces that have no drawing. */
  Drawing?: Component<{ model: BoardModel; target: string }>
  facts?: (model: BoardModel, target: string) => PieceFacts | undefined
  /** What may be answered before it is asked. */
  advance?: AdvanceRules
  companies: Record<string, CompanyLook>
  figures: (view: View, seat: number) => Figure[]
  /** Cards that lie face down before a player: everybody sees how many. */
  piles?: (view: View, seat: number) => Figure[]
  /** Shares of each company, null where the viewer may not know. */
  holdings: (view: View, seat: number) => (number | null)[]
  /** What the plain board is made from, for a title that brings no drawing of its own. */
  plan?: BoardPlan
  flights?: (telling: Telling, view: View) => Flight[]
  /** Where else one has to look to see what is told: places on the board. */
  scenery?: (telling: Telling) => string[]
  /** How long its story is shown, and what is made a scene of. */
  staging: Staging
}

const files = import.meta.glob<TitleLook>('./*/look.ts', { import: 'look' })
const posters = import.meta.glob<string>('./*/poster.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

export async function lookOf(title: string): Promise<TitleLook> {
  const file = files[`./${title}/look.ts`]
  if (file) return await file()
  const [{ plainLook }, plan] = await Promise.all([import('../plain/look'), api.plan(title)])
  return plainLook(plan)
}

export function posterOf(title: string): string {
  return posters[`./${title}/poster.svg`] ?? plainPoster
}

/** For a company that only a host's own edition has. */
export function companyLook(look: TitleLook, id: string): CompanyLook {
  return (
    look.companies[id] ?? {
      hue: '#6b6f76',
      on: '#ffffff',
      line: 'light-dark(#55585e, #b6bac2)',
      letter: id.slice(0, 1).toUpperCase(),
      symbol: 'M4 4h16v16H4z',
    }
  )
}
