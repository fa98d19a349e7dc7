/** The settings of this browser, kept in its local storage. */
import { TEMPI, type Speed } from './play/stage.svelte'
import { LANGUAGES, preferred, speak, type Lang } from './text/words.svelte'

export type Theme = 'system' | 'light' | 'dark' | 'contrast'
export type Motion = 'system' | 'on' | 'off'

interface Choices {
  lang: Lang | ''
  theme: Theme
  motion: Motion
  /** How fast the story is played. */
  speed: Speed
  sound: boolean
  notify: boolean
  /** The channel by which this browser itself is told; empty: none. */
  channel: string
  /** Milliseconds that bots take over an action in a match against them. */
  pace: number
  guide: string[]
  /** Market, tape and chat beside the board; empty: as the window has room. */
  rail: '' | 'open' | 'folded'
  /** Whether the coach questions doubtful choices; empty: in the first match of a title only. */
  warn: '' | 'on' | 'off'
  /** Hints and take-backs end counting for the rating without a question. */
  endsCounting: boolean
  /** The first match of each title, or the first after its lessons. */
  firsts: Record<string, string>
  /** Whoever uses this browser has said that no lessons are needed. */
  knows: boolean
  /** Titles whose goal has been read. */
  goals: string[]
  /** Names of the people at this browser by seat; empty where none was given. */
  people: string[]
  /** What was played last against bots, how many, how strong, and each title's options. */
  title: string
  opponents: number
  level: string
  /** What the bots of that level are like: `plain`, `mixed`, or all of one personality. */
  personality: string
  options: Record<string, Record<string, string | number | boolean>>
  /** Each title's edition, where it is not the usual one. */
  editions: Record<string, string>
  /** Whoever uses this browser has been asked for a name. */
  named: boolean
  /** Single keys are shortcuts, and those that were given another meaning. */
  singleKeys: boolean
  keys: Record<string, string>
}

const PLACE = 'openoutcry'
const first: Choices = {
  lang: '',
  theme: 'system',
  motion: 'system',
  speed: 'normal',
  sound: false,
  notify: false,
  channel: '',
  pace: 400,
  guide: [],
  rail: '',
  warn: '',
  endsCounting: false,
  firsts: {},
  knows: false,
  goals: [],
  people: [],
  title: '',
  opponents: 3,
  level: 'broker',
  personality: 'plain',
  options: {},
  editions: {},
  named: false,
  singleKeys: true,
  keys: {},
}

function remembered(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Choices>
  } catch {
    return {}
  }
}

class Settings {
  choices = $state<Choices>({ ...first, ...remembered() })

  choose(change: Partial<Choices>): void {
    Object.assign(this.choices, change)
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.choices))
    } catch {
      // Private windows may refuse to store anything; the choice holds until the page is closed.
    }
    this.apply()
  }

  /** Keeps a name, so that the next table suggests it for this seat. */
  remember(seat: number, name: string): void {
    const people = Array.from(
      { length: Math.max(this.choices.people.length, seat + 1) },
      (_, i) => this.choices.people[i] ?? '',
    )
    this.choose({ people: people.with(seat, name.trim()) })
  }

  get lang(): Lang {
    const chosen = this.choices.lang
    return chosen && LANGUAGES.includes(chosen) ? chosen : preferred()
  }

  /** Whether things may move: the address decides first, then the setting, then the system. */
  get moves(): boolean {
    if (this.still) return false
    if (this.choices.motion !== 'system') return this.choices.motion === 'on'
    return !matchMedia('(prefers-reduced-motion: reduce)').matches
  }

  /** The address asks for a page on which nothing moves. */
  private get still(): boolean {
    return new URLSearchParams(location.search).get('motion') === '0'
  }

  /** How long things are held on the stage, against the normal; 0: not at all. */
  get tempo(): number {
    return this.still ? 0 : TEMPI[this.choices.speed]
  }

  apply(): void {
    const root = document.documentElement
    root.dataset['theme'] = this.choices.theme
    root.dataset['motion'] = this.moves ? 'on' : 'off'
  }

  async speak(lang: Lang): Promise<void> {
    await speak(lang)
    this.choose({ lang })
  }
}

export const settings = new Settings()
