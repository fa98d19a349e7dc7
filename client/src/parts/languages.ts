import type { Lang } from '../text/words.svelte'

/** Each language by its own name: not to be translated. */
export const LANGUAGE_NAMES: Record<Lang, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
}
