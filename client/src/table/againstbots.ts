/** A private table with bots on all other seats, opened and started at once. */
import type { NewTable, TitleInfo } from '../protocol'
import { effective, type Value } from '../pages/options'
import { router } from '../router.svelte'
import { account } from '../server/account.svelte'
import { api } from '../server/api'
import { settings } from '../settings.svelte'
import { startTable } from './salts'

/** So many bots: without a personality (`plain`), all with the same, or each with another (`mixed`), whoever is first. */
export function opponentsOf(level: string, personality: string, count: number): string[] {
  const known = account.floor?.personalities[level] ?? []
  if (personality === 'mixed' && known.length) {
    const first = Math.floor(Math.random() * known.length)
    return Array.from({ length: count }, (_, i) => `${level}:${known[(first + i) % known.length]}`)
  }
  return Array.from({ length: count }, () => (known.includes(personality) ? `${level}:${personality}` : level))
}

/** Leads to the table, which plays the usual edition unless another is named; rejects with what the server refused. */
export async function playAgainst(
  level: string,
  personality: string,
  opponents: number,
  title: TitleInfo,
  options: Record<string, Value>,
  box: Pick<NewTable, 'edition' | 'brought'> = {},
): Promise<void> {
  await account.met()
  const others = opponentsOf(level, personality, opponents).map((bot) => ({ kind: 'bot' as const, bot }))
  const table = await api.create({
    title: title.name,
    seats: [{ kind: 'me' }, ...others],
    options: effective(title.options, options, opponents + 1),
    private: true,
    pace: settings.choices.pace,
    ...box,
  })
  if (table.state === 'open') await startTable(table)
  router.go(`table/${table.id}`)
}
