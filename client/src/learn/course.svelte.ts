/** A title's lessons and their words, in the language of the page. */
import type { LessonInfo, Lessons } from '../protocol'
import { api } from '../server/api'
import { lang } from '../text/words.svelte'
import { fill } from '../text/message'

export class Course {
  private known = $state.raw<Lessons | null>(null)

  constructor(readonly title: string) {}

  /** Reads what the lessons say, again when the reader has chosen another language. */
  async read(): Promise<void> {
    const wanted = lang()
    if (this.known?.lang === wanted) return
    this.known = await api.lessons(this.title, wanted)
  }

  get lessons(): LessonInfo[] {
    return this.known?.lessons ?? []
  }

  say(key: string): string {
    const word = (id: string) => id
    return fill(this.known?.messages[key] ?? '', {}, { lang: lang(), word, name: String })
  }

  after(lesson: string): LessonInfo | null {
    const at = this.lessons.findIndex(({ name }) => name === lesson)
    return this.lessons[at + 1] ?? null
  }
}
