/**
 * An edition in a link: compressed, behind the #, which browsers keep to themselves. No server stores it or sees it in
 * a log, so nothing expires and nobody has to tidy up; it works without a server too. Editions like ours take a few
 * kilobytes.
 */
import type { Data } from './values'

const MARK = 'e='
/** Characters of a link that is made or read; ours have up to five thousand. */
export const LONGEST_LINK = 32_000
/** Bytes that it may unpack to: a small link must not fill the memory. */
const MOST_BYTES = 128 * 1024

export const hasEdition = (hash: string): boolean => hash.startsWith(`#${MARK}`)

/** Null where the edition is too large for a link, or the browser cannot compress. */
export async function linkTo(address: string, data: Data): Promise<string | null> {
  try {
    const packed = await bytesOf(
      new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    )
    const link = new URL(address)
    link.hash = MARK + toText(packed!)
    return link.href.length > LONGEST_LINK ? null : link.href
  } catch {
    return null
  }
}

/** The edition of a link; null if there is none that can be read. */
export async function editionIn(hash: string): Promise<Data | null> {
  try {
    if (!hasEdition(hash) || hash.length > LONGEST_LINK) return null
    const packed = new Blob([fromText(hash.slice(1 + MARK.length))])
    const bytes = await bytesOf(packed.stream().pipeThrough(new DecompressionStream('deflate-raw')))
    const found: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Data) : null
  } catch {
    return null
  }
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > MOST_BYTES) {
      await reader.cancel()
      return null
    }
    parts.push(part.value)
  }
  const whole = new Uint8Array(size)
  let from = 0
  for (const part of parts) {
    whole.set(part, from)
    from += part.length
  }
  return whole
}

const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const fromText = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
