/** Editions as files: saved from here, and opened again, on this floor or another. */
import type { EditionReading } from '../protocol'
import { api, Refusal } from '../server/api'

/** The server takes no larger ones. */
export const MOST_KB = 128

export function fileName(title: string, name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${plain || title}.toml`
}

export function save(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** What a file says; a refusal if it is too large. */
export async function opened(title: string, file: Blob): Promise<EditionReading> {
  if (file.size > (MOST_KB - 16) * 1024)
    throw new Refusal(413, 'too_large', 'ui.studio.too_large', { most: MOST_KB - 16 })
  return await api.readEdition(title, { toml: await file.text() })
}
