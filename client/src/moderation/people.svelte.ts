/** Whose name was chosen, and whom this browser's person has blocked. */
import { account } from '../server/account.svelte'
import { api } from '../server/api'
import type { BlockedPerson } from '../protocol'

export interface Chosen {
  person: string
  name: string
}

class People {
  /** Somebody whose name was pressed: what can be done about them is shown. */
  chosen = $state.raw<Chosen | null>(null)
  blocked = $state.raw<BlockedPerson[]>([])

  isOther(person: string | null | undefined): person is string {
    return !!person && person !== account.me?.id
  }

  isBlocked(person: string): boolean {
    return this.blocked.some((one) => one.person === person)
  }

  async learnBlocks(): Promise<void> {
    this.blocked = (await api.blocks()).people
  }

  async block(person: string, blocked: boolean): Promise<void> {
    this.blocked = (await api.block(person, blocked)).people
  }
}

export const people = new People()
