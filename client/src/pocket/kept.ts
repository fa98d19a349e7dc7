/** What a Python leaves for the next one. The browser keeps one of each kind: a later one takes its place. */
type Kind = 'outcry python' | 'outcry compiled'

/** Nothing where the browser keeps nothing: pages that are not secure, storage that is forbidden. */
export async function kept(kind: Kind, address: string): Promise<ArrayBuffer | null> {
  try {
    const found = await (await caches.open(kind)).match(address)
    return found ? await found.arrayBuffer() : null
  } catch {
    return null
  }
}

export async function keep(kind: Kind, address: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await caches.delete(kind) // an earlier version's
    await (await caches.open(kind)).put(address, new Response(bytes))
  } catch {
    // The next Python does the work anew, as this one did.
  }
}

export async function forget(kind: Kind): Promise<void> {
  try {
    await caches.delete(kind)
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}
