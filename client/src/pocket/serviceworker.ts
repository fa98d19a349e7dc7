/** The service worker: keeps the page for times without a network, and says when there is a newer one. */
import { build } from '../server/build.svelte'
import { isStatic } from '../address'

/** What the page needs comes first, then what it keeps. */
const SECONDS_TO_SETTLE = 2

let registration: ServiceWorkerRegistration | null = null

function watch(found: ServiceWorkerRegistration): void {
  const look = () => {
    // On a server's floor the server itself says so, and earlier.
    if (isStatic && found.waiting && navigator.serviceWorker.controller) build.isOld = true
  }
  look()
  found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', look))
}

/** Only pages of a secure address may be kept; in a home network without one, everything else works. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await new Promise((resolve) => setTimeout(resolve, SECONDS_TO_SETTLE * 1000))
  try {
    registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), {
      scope: document.baseURI,
    })
    watch(registration)
  } catch {
    // A private window, or a web space that has no such file: nothing is kept.
  }
}

/** Once Python runs here, the next visit needs no network for it. */
export async function keepPython(): Promise<void> {
  if (!('serviceWorker' in navigator) || !registration) return
  ;(await navigator.serviceWorker.ready).active?.postMessage('python')
}

/** The new page takes over: all of it at once, never a part. */
export async function loadNewVersion(): Promise<void> {
  const waiting = registration?.waiting
  if (waiting) {
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    waiting.postMessage('now')
    await taken
  }
  location.reload()
}
