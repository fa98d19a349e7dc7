import type { Lang } from '../text/words.svelte'

/** Each language in its own words: not to be translated. */
export const LANGUAGE_NAMES: Record<Lang, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
}
