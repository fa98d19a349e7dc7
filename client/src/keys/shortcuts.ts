/** 1 to 9 choose the offers in the order of the slip; O goes to the slip. */
import type { Offer } from '../protocol'

export function chosenByKey(event: KeyboardEvent, offers: Offer[]): Offer | undefined {
  const busy = (event.target as Element).closest?.('input, textarea, select, dialog, [role="dialog"]')
  if (busy || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.key === 'o') {
    const slip = document.querySelector('.slip')
    const first = slip?.querySelector<HTMLElement>('[data-action]') ?? slip?.querySelector('button')
    first?.focus()
    return undefined
  }
  return /^[1-9]$/.test(event.key) ? offers[Number(event.key) - 1] : undefined
}
