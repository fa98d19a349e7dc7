/** A private table with bots on all other seats, opened and started at once. */
import type { TitleInfo } from '../protocol'
import { effective, type Value } from '../pages/options'
import { router } from '../router.svelte'
import { account } from '../server/account.svelte'
import { api } from '../server/api'
import { settings } from '../settings.svelte'
import { startTable } from './salts'

/** Leads to the table; rejects with what the server refused. */
export async function playAgainst(
  level: string,
  opponents: number,
  title: TitleInfo,
  options: Record<string, Value>,
): Promise<void> {
  await account.met()
  const others = Array.from({ length: opponents }, () => ({ kind: 'bot' as const, bot: level }))
  const table = await api.create({
    title: title.name,
    seats: [{ kind: 'me' }, ...others],
    options: effective(title.options, options, opponents + 1),
    private: true,
    pace: settings.choices.pace,
  })
  if (table.state === 'open') await startTable(table)
  router.go(`table/${table.id}`)
}
