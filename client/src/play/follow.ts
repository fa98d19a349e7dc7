/** What one has to see of what is told: it is brought into sight, and what changes hands flies. */
import { tick as drawn } from 'svelte'
import type { Telling, View } from '../protocol'
import { settings } from '../settings.svelte'
import type { TitleLook } from '../titles/look'
import { fly, landings, origins } from './fly'
import { showPlaces } from './intosight.svelte'

export async function follow(tellings: Telling[], then: View, look: TitleLook, tempo: number): Promise<void> {
  const flights = tellings.flatMap((telling) => look.flights?.(telling, then) ?? [])
  const begin = origins(flights)
  await drawn()
  const way = showPlaces([...landings(flights), ...tellings.flatMap((telling) => look.scenery?.(telling) ?? [])])
  if (settings.moves) fly(flights, begin, look, tempo, way)
}
