/**
 * Keeps the page, and Python once it was wanted, so that everything works without a network. `told` stands above: whoever
 * serves this file puts it there.
 *
 * Pages come from the network while there is one. All other files bear their content or version in their names: what
 * is kept is never out of date, and a page finds the files it was built with. Each build keeps a cache of its own.
 */
const CACHE = `openoutcry ${told.build}`
const here = (path) => new URL(path, self.registration.scope).href
const kept = new Set([...told.page, ...told.python].map(here))

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(told.page.map(here))))
})

/** Happens when no page of the build before is open any more, or somebody asked for the new one. */
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('openoutcry ') && name !== CACHE) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'now') event.waitUntil(self.skipWaiting())
  if (event.data === 'python') event.waitUntil(keepPython())
})

async function keepPython() {
  const cache = await caches.open(CACHE)
  for (const address of told.python.map(here)) if (!(await cache.match(address))) await cache.add(address)
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (kept.has(request.url)) event.respondWith(file(request))
})

async function page(request) {
  try {
    return await fetch(request)
  } catch (error) {
    const found = await (await caches.open(CACHE)).match(here('./'))
    if (!found) throw error
    return found
  }
}

async function file(request) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request.url)
  if (found) return found
  const fresh = await fetch(request)
  if (fresh.ok) await cache.put(request.url, fresh.clone())
  return fresh
}

/** A message that only this browser could read: whose turn it is, and where to go. */
self.addEventListener('push', (event) => {
  event.waitUntil(notify(event.data ? event.data.json() : {}))
})

/** One that is sent again, as a server died before it could note that it was taken, makes no sound again. */
async function notify(told) {
  const [before] = await self.registration.getNotifications({ tag: 'turn' })
  const renotify = !told.id || before?.data?.id !== told.id
  const shown = { body: told.body, lang: told.lang, tag: 'turn', renotify, data: told, icon: here('icon-192.png') }
  if (told.stop) shown.actions = [{ action: 'stop', title: told.stop_words }]
  await self.registration.showNotification(told.title || 'Open Outcry', shown)
}

/** Goes there: in a page that is open already, if there is one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { open, stop } = event.notification.data || {}
  const wanted = event.action === 'stop' ? stop : open
  // Only to pages of ours, whatever the message says.
  const target = wanted && wanted.startsWith(self.registration.scope) ? wanted : self.registration.scope
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window' })
      const page = pages.find(({ url }) => url === target) ?? pages[0]
      if (!page) return await self.clients.openWindow(target)
      await page.focus().catch(() => {}) // a browser may refuse that, and the page is shown all the same
      if (page.url !== target) await page.navigate(target)
    })(),
  )
})
