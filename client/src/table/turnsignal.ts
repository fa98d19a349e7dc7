/** "Your turn" in the title, the favicon, a sound and a notification. */
import { settings } from '../settings.svelte'
import { t } from '../text/words.svelte'

let audio: AudioContext | null = null

function tone(pitch: number, lasts: number, loud: number): void {
  if (!settings.choices.sound) return
  audio ??= new AudioContext()
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.frequency.value = pitch
  oscillator.type = 'triangle'
  gain.gain.setValueAtTime(loud, audio.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + lasts)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start()
  oscillator.stop(audio.currentTime + lasts)
}

function bell(): void {
  tone(880, 1.2, 0.2)
  tone(1318, 0.9, 0.1)
}

export function tick(): void {
  tone(2400, 0.04, 0.05)
}

/** Whose turn it is, for the one person at this browser or for one of several. */
export function turnOf(name: string | null): string {
  return name === null ? t('ui.your_turn') : t('ui.turn_named', { name })
}

/** `turn` says whose turn it is; empty while nobody here has to decide. */
export function showTurn(turn: string, place: string): void {
  const mine = turn !== ''
  document.title = mine ? `● ${turn} · ${place}` : place ? `${place} · Open Outcry` : 'Open Outcry'
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = mine ? 'favicon-turn.svg' : 'favicon.svg'
}

export function callBack(turn: string, place: string): void {
  bell()
  if (settings.choices.notify && document.hidden) void notify(turn, place)
}

export const hasNotifications = (): boolean => 'Notification' in globalThis

/** False where the browser shows none: the title, the icon and the bell still tell. */
export async function notify(title: string, body: string): Promise<boolean> {
  if (!hasNotifications() || Notification.permission !== 'granted') return false
  const options = { body, tag: 'turn', icon: 'favicon-turn.svg' }
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration) await registration.showNotification(title, options)
    else new Notification(title, options) // throws on Android, which allows it to service workers only
    return true
  } catch {
    return false
  }
}
