/** Rules as parts and clauses: for the contents and for the search. */
import type { Block, Inline } from './markdown'

export interface Part {
  /** The heading's place among the blocks. */
  at: number
  id: string
  name: string
}

const plain = (parts: Inline[]) => parts.map(({ text }) => text).join('')

function textOf(block: Block): string {
  if (block.kind === 'list') return block.items.map(({ parts }) => plain(parts)).join(' ')
  if (block.kind === 'table') return [block.head, ...block.rows].flat().map(plain).join(' ')
  return plain(block.parts)
}

/** The address of a part within the page. */
export const partId = (number: number) => `part-${number + 1}`

export function partsOf(blocks: Block[]): Part[] {
  const found: Part[] = []
  blocks.forEach((block, at) => {
    if (block.kind === 'heading' && block.level === 2)
      found.push({ at, id: partId(found.length), name: plain(block.parts) })
  })
  return found
}

/** The clause that a block belongs to. */
export function clauseAt(blocks: Block[], at: number): string {
  const heading = blocks.slice(0, at + 1).findLast(({ kind }) => kind === 'heading')
  return heading?.kind === 'heading' ? heading.id : ''
}

/** Without case and accents, as people type. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** What is searched for. */
export const wordsOf = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean)

/** A text in pieces: which of them are words that were searched for. */
export function marked(text: string, words: readonly string[]): { text: string; found: boolean }[] {
  const letters = [...text]
  const plainText = letters.map(folded)
  const all = plainText.join('')
  const hit = new Set<number>()
  for (const word of words)
    for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at + 1))
      for (let i = 0; i < word.length; i += 1) hit.add(at + i)
  const pieces: { text: string; found: boolean }[] = []
  let at = 0
  letters.forEach((letter, index) => {
    const length = plainText[index]!.length
    const last = pieces.at(-1)
    // An accent of its own belongs to its letter.
    const found = length ? hit.has(at) : (last?.found ?? false)
    at += length
    if (last?.found === found) last.text += letter
    else pieces.push({ text: letter, found })
  })
  return pieces
}

/** The blocks to show for what was typed, each clause whole and below its part's heading; and how many clauses. */
export function search(blocks: Block[], typed: string): { shown: Set<number>; clauses: number } {
  const words = wordsOf(typed)
  const shown = new Set<number>()
  let clauses = 0
  let part = -1
  let at = 0
  while (at < blocks.length) {
    const block = blocks[at]!
    if (block.kind === 'heading' && block.level <= 2) {
      part = at
      at += 1
      continue
    }
    let end = at + 1
    while (end < blocks.length && blocks[end]!.kind !== 'heading') end += 1
    const text = folded(blocks.slice(at, end).map(textOf).join(' '))
    if (words.every((word) => text.includes(word))) {
      clauses += 1
      if (part >= 0) shown.add(part)
      for (let i = at; i < end; i += 1) shown.add(i)
    }
    at = end
  }
  return { shown, clauses }
}
