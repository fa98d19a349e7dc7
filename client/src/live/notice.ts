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

export function bell(): void {
  tone(880, 1.2, 0.2)
  tone(1318, 0.9, 0.1)
}

export function tick(): void {
  tone(2400, 0.04, 0.05)
}

export function showTurn(mine: boolean, place: string): void {
  document.title = mine ? `● ${t('ui.your_turn')} · ${place}` : place ? `${place} · Open Outcry` : 'Open Outcry'
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = mine ? 'favicon-turn.svg' : 'favicon.svg'
}

export function callBack(place: string): void {
  bell()
  const wanted = settings.choices.notify && document.hidden && 'Notification' in globalThis
  if (wanted && Notification.permission === 'granted') {
    new Notification(t('ui.your_turn'), { body: place, tag: 'turn', icon: 'favicon-turn.svg' })
  }
}
