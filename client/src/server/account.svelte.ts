/** Who uses this browser, and what the server offers: titles, bots, paces. */
import { isHere } from '../address'
import { pocket } from '../pocket/pocket.svelte'
import type { Floor, Me, TitleInfo } from '../protocol'
import { api } from './api'
import { build } from './build.svelte'

/** The connection is metered: nothing is fetched before somebody wants it. */
const isSaving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

class Account {
  me = $state.raw<Me | null>(null)
  floor = $state.raw<Floor | null>(null)

  private meeting: Promise<void> | null = null

  async arrive(): Promise<void> {
    if (isHere) return this.arriveHere()
    const [, floor] = await Promise.all([this.meet(), api.floor()])
    this.floor = floor
    build.meet(floor.build)
  }

  /** The start page can be seen while Python is still on its way. */
  private async arriveHere(): Promise<void> {
    this.floor = await pocket.floor()
    if (!isSaving()) setTimeout(() => void this.meet().catch(() => undefined))
  }

  /** Resolves when it is known who uses this browser. */
  meet(): Promise<void> {
    this.meeting = api.session().then((me) => {
      this.me = me
    })
    return this.meeting
  }

  /** As `meet`, if that has not happened yet. */
  async met(): Promise<void> {
    pocket.awaited ||= isHere && !pocket.running
    await (this.meeting ?? this.meet())
  }

  async rename(name: string): Promise<void> {
    this.me = await api.rename(name)
  }

  async keepName(password: string, current: string | null): Promise<void> {
    this.me = await api.setPassword(password, current)
  }

  async logIn(name: string, password: string): Promise<void> {
    this.me = await api.login(name, password)
  }

  /** Ends the session in every browser. */
  async logOut(): Promise<void> {
    await api.logout()
  }

  title(name: string): TitleInfo | undefined {
    return this.floor?.titles.find((title) => title.name === name)
  }
}

export const account = new Account()
