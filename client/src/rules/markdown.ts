/**
 * The small part of Markdown that rules are written in, as a tree. By hand: Markdown libraries produce HTML, which
 * the page would have to trust, and weigh ten times as much.
 */

export type Inline =
  { kind: 'text' | 'strong' | 'em' | 'code'; text: string } | { kind: 'link'; text: string; href: string }

export type Block =
  | { kind: 'heading'; level: number; id: string; parts: Inline[] }
  | { kind: 'paragraph'; id: string; parts: Inline[] }
  | { kind: 'list'; ordered: boolean; items: { id: string; parts: Inline[] }[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'quote'; parts: Inline[] }

const RULE = /^\W*([A-Z]{2}-\d{2,3}[a-z]?)\b/
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|_(.+?)_(?!\w)|`(.+?)`|\[([^\]]+)\]\(([^)\s]+)\)/g

export function inline(text: string): Inline[] {
  const parts: Inline[] = []
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) })
    const [whole, strong, star, under, code, label, href] = match
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (star !== undefined) parts.push({ kind: 'em', text: star })
    else if (under !== undefined) parts.push({ kind: 'em', text: under })
    else if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (isSafe(href!)) parts.push({ kind: 'link', text: label!, href: href! })
    else parts.push({ kind: 'text', text: label! })
    at = match.index + whole.length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

function isSafe(href: string): boolean {
  return href.startsWith('#') || href.startsWith('/') || /^https?:\/\//.test(href)
}

/** `<a id="MO-18"></a>` or a rule id at its beginning gives a block its anchor. */
function anchored(line: string): { id: string; text: string } {
  const anchor = /<a (?:id|name)="([^"]+)">\s*<\/a>/.exec(line)
  const braces = /\{#([\w-]+)\}/.exec(line)
  const text = line
    .replace(anchor?.[0] ?? '\0', '')
    .replace(braces?.[0] ?? '\0', '')
    .trim()
  return { id: anchor?.[1] ?? braces?.[1] ?? RULE.exec(text)?.[1] ?? '', text }
}

const cells = (line: string) =>
  line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))

export function read(source: string): Block[] {
  const blocks: Block[] = []
  const lines = source
    .replace(/\r/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .split('\n')
  let at = 0
  const take = (test: RegExp): string[] => {
    const taken: string[] = []
    while (at < lines.length && test.test(lines[at]!)) taken.push(lines[at++]!)
    return taken
  }
  while (at < lines.length) {
    const line = lines[at]!
    const heading = /^(#{1,6})\s+(.*)$/.exec(line)
    if (!line.trim()) at += 1
    else if (heading) {
      at += 1
      const { id, text } = anchored(heading[2]!)
      blocks.push({ kind: 'heading', level: heading[1]!.length, id, parts: inline(text) })
    } else if (/^\s*\|/.test(line)) blocks.push(table(take(/^\s*\|/)))
    else if (/^>/.test(line)) {
      const text = take(/^>/)
        .map((one) => one.replace(/^>\s?/, ''))
        .join(' ')
      blocks.push({ kind: 'quote', parts: inline(text) })
    } else if (/^\s*([-*+]|\d+[.)])\s/.test(line)) blocks.push(list(take(/^(\s*([-*+]|\d+[.)])\s|\s{2,}\S)/)))
    else {
      const { id, text } = anchored(take(/^(?!\s*$|#{1,6}\s|\s*\||>|\s*([-*+]|\d+[.)])\s)/).join(' '))
      blocks.push({ kind: 'paragraph', id, parts: inline(text) })
    }
  }
  return blocks
}

function list(lines: string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line)
    if (item) items.push(item[1]!)
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  const found = items.map(anchored).map(({ id, text }) => ({ id, parts: inline(text) }))
  return { kind: 'list', ordered: /^\s*\d/.test(lines[0]!), items: found }
}

function table(lines: string[]): Block {
  const [head = '', , ...rows] = lines
  return { kind: 'table', head: cells(head), rows: rows.map(cells) }
}
