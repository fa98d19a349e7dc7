/** Alerts in this browser: a subscription with its push service. */
import type { NewChannel } from '../protocol'

export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Bytes as push services write them: base64 for addresses. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(new ArrayBuffer(binary.length))
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/** Asks the person and the browser; null if either says no. */
export async function subscribe(key: string): Promise<Pick<NewChannel, 'kind' | 'target' | 'p256dh' | 'auth'> | null> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const old = await pushManager.getSubscription()
  try {
    const found = old ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) }))
    const { endpoint, keys } = found.toJSON()
    if (!endpoint || !keys?.p256dh || !keys.auth) return null
    return { kind: 'push', target: endpoint, p256dh: keys.p256dh, auth: keys.auth }
  } catch {
    return null
  }
}
