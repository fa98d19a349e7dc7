/** 1 to 9 choose what the digit is printed on; O goes to the slip, L shows the whole list. */
import { flushSync } from 'svelte'
import type { Offer } from '../protocol'
import type { BoardModel } from '../play/boardmodel.svelte'
import { settings } from '../settings.svelte'
import { isKey } from './bindings'

/** Whether a key is meant for the table at all. */
export function isShortcut(event: KeyboardEvent): boolean {
  const busy = (event.target as Element).closest?.('input:not([type="checkbox"]), textarea, select, dialog')
  return settings.choices.singleKeys && !busy && !event.ctrlKey && !event.metaKey && !event.altKey
}

/** The digits stand on the open piece's uses, or else on the coach's choices, or else on the slip's offers or verbs. */
export function chooseByKey(event: KeyboardEvent, model: BoardModel, advised: Offer[] | null = null): void {
  if (isKey(event, 'slip')) focusSlip()
  if (isKey(event, 'list') && model.offers.length) {
    model.listing = !model.listing
    flushSync()
    focusSlip()
  }
  if (!/^[1-9]$/.test(event.key) || (model.ticketed && !model.listing && !advised)) return
  const index = Number(event.key) - 1
  const advice = model.opened === null ? advised : null
  if (model.opened !== null || advice || !model.onBoard) {
    const offer = (advice ?? model.listed)[index]
    if (offer) model.act(offer)
    return
  }
  const group = model.groups[index]
  if (!group) return
  if (!group.verb) model.act(group.offers[0]!)
  else model.verb = model.verb === group.verb ? null : group.verb
}

function focusSlip(): void {
  const slip = document.querySelector('.slip')
  const first = slip?.querySelector<HTMLElement>('[data-action], [data-verb]') ?? slip?.querySelector('button')
  first?.focus()
}
