/** Copies a text; false where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  // Browsers offer the clipboard to secure pages only: on plain http in a home network it is undefined.
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused: the older way may still be allowed.
  }
  return copySelected(text)
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'spoken'
  // What lies behind an open dialog cannot be selected.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(field)
  field.focus()
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
