/** Which page the address asks for. By hand: a dozen pages need no library, and none keeps the server's base path. */
import { addressOf, isHere, pathOf } from './address'

/** Pages whose address goes on with a title. */
const OF_TITLES = ['learn', 'rules', 'edition', 'questions', 'daily', 'leaders'] as const
export type OfTitles = (typeof OF_TITLES)[number]

export type Page =
  | { name: 'start' }
  | { name: 'table'; id: string }
  /** Without an id: the record that was opened in this tab. */
  | { name: 'replay'; id: string | null; step: number | null; analyse: boolean }
  | { name: 'rules'; title: string; rule: string }
  | { name: 'learn'; title: string; lesson: string | null }
  /** The box: of a table, if one is named. */
  | { name: 'edition'; title: string; table: string | null }
  /** Without a question: today's. */
  | { name: 'questions'; title: string; question: string | null }
  /** Without a day: today's. */
  | { name: 'daily'; title: string; day: string | null }
  | { name: 'person'; id: string }
  /** Without an id: the list. */
  | { name: 'duplicate'; id: string | null }
  | { name: 'leaders'; title: string }
  /** Which title's? */
  | { name: 'titles'; page: OfTitles }
  /** Opened from a message: stops or confirms a way of being alerted. */
  | { name: 'link'; what: 'stop' | 'confirm'; token: string }
  | { name: 'lost' }

export function read(url: URL, base = new URL(document.baseURI)): Page {
  const [first, second, ...rest] = pathOf(url, base).split('/').filter(Boolean).map(decodeURIComponent)
  if (first === undefined) return { name: 'start' }
  if (first === 'record' && second === undefined) return { name: 'replay', id: null, step: stepOf(url), analyse: false }
  if (first === 'learn' && second !== undefined && rest.length < 2)
    return { name: 'learn', title: second, lesson: rest[0] ?? null }
  if (first === 'questions' && second !== undefined && rest.length < 2)
    return { name: 'questions', title: second, question: rest[0] ?? null }
  if (first === 'daily' && second !== undefined && rest.length < 2)
    return { name: 'daily', title: second, day: rest[0] ?? null }
  if (first === 'duplicate' && !rest.length) return { name: 'duplicate', id: second ?? null }
  const ofTitles = OF_TITLES.find((page) => page === first)
  if (ofTitles && second === undefined) return { name: 'titles', page: ofTitles }
  if (second === undefined || rest.length) return { name: 'lost' }
  if (first === 'person') return { name: 'person', id: second }
  if (first === 'leaders') return { name: 'leaders', title: second }
  if (first === 'stop' || first === 'confirm') return { name: 'link', what: first, token: second }
  if (first === 'table') return { name: 'table', id: second }
  if (first === 'rules') return { name: 'rules', title: second, rule: url.hash.slice(1) }
  if (first === 'edition') return { name: 'edition', title: second, table: url.searchParams.get('table') }
  if (first === 'replay')
    return { name: 'replay', id: second, step: stepOf(url), analyse: url.searchParams.has('analyse') }
  return { name: 'lost' }
}

function stepOf(url: URL): number | null {
  const step = url.searchParams.get('step')
  return step !== null && /^\d+$/.test(step) ? Number(step) : null
}

class Router {
  page = $state.raw<Page>(read(new URL(location.href)))

  /** Listens to the browser's back button and to clicks on our own links. */
  start(): void {
    addEventListener('popstate', () => this.refresh())
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
      if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) {
        return
      }
      const url = ownPage(link)
      if (!url) return
      const target = addressOf(url, new URL(document.baseURI))
      if (target.pathname === location.pathname && target.search === location.search && target.hash) return
      event.preventDefault()
      this.go(url.href)
    })
    if (isHere) correctLinks()
  }

  go(address: string): void {
    history.pushState(null, '', keepMotion(address))
    this.refresh()
    scrollTo(0, 0)
  }

  /** Changes the address without a new entry in the history. */
  follow(address: string): void {
    history.replaceState(null, '', keepMotion(address))
  }

  private refresh(): void {
    this.page = read(new URL(location.href))
  }
}

/** Where a link to one of our own pages leads. */
function ownPage(link: HTMLAnchorElement): URL | null {
  const { baseURI } = document
  const ours = link.href.startsWith(baseURI) && !link.href.slice(baseURI.length).startsWith('api/')
  return ours ? new URL(link.href) : null
}

/** Links are written as a server knows them: put right before a browser opens or copies one by itself. */
function correctLinks(): void {
  for (const kind of ['pointerdown', 'focusin']) {
    document.addEventListener(kind, ({ target }) => {
      const link = (target as Element).closest?.('a[href]') as HTMLAnchorElement | null
      const url = link && !link.hasAttribute('download') ? ownPage(link) : null
      if (link && url) link.href = addressOf(url, new URL(document.baseURI)).href
    })
  }
}

/** `?motion=0` is carried along for as long as the tab lives. */
function keepMotion(address: string): string {
  const base = new URL(document.baseURI)
  const url = new URL(address, base)
  const motion = new URLSearchParams(location.search).get('motion')
  if (motion !== null) url.searchParams.set('motion', motion)
  return addressOf(url, base).href
}

export const router = new Router()
