/** After the lessons: a whole match against the weakest bots. The first one has the coach. */
import { withDefaults } from '../pages/options'
import { account } from '../server/account.svelte'
import { settings } from '../settings.svelte'
import { playAgainst } from '../table/againstbots'

const OPPONENTS = 3

/** Leads to the table; rejects with what the server refused. */
export async function playAfterLessons(title: string): Promise<void> {
  const info = account.title(title)!
  settings.choose({ title })
  await playAgainst(
    account.floor!.bots[0]!,
    'plain',
    Math.min(OPPONENTS, info.seats.at(-1)! - 1),
    info,
    withDefaults(info.options, settings.choices.options[title]),
  )
}
