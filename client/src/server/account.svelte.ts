/** Who uses this browser, and what the server offers: titles, bots, paces. */
import type { Floor, Me, TitleInfo } from '../protocol'
import { api } from './api'
import { build } from './build.svelte'

class Account {
  me = $state.raw<Me | null>(null)
  floor = $state.raw<Floor | null>(null)

  async arrive(): Promise<void> {
    const [me, floor] = await Promise.all([api.session(), api.floor()])
    this.me = me
    this.floor = floor
    build.meet(floor.build)
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
