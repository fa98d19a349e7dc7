/** What a screen reader is told as it happens. */
class Region {
  text = $state('')
}

export const region = new Region()

export function announce(text: string): void {
  region.text = text
}
