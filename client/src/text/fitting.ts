/**
 * What is filled into a message, made to fit what stands before it, exactly as `openoutcry/text/fitting.py` does: names
 * and numbers are known only when a message is told, and a quotation inside a quotation has marks of its own.
 */

const vowel = /^(?:[aeiouàâäéèêëîïôöûüœ]|y(?![aeiou]))/i
/** Numbers that begin with a vowel when an Italian says them: otto, undici, uno. */
const spokenWithVowel = /^(?:8|11(?!\d)|1(?![\d.]))/

/** How a text ends, how what is filled in begins, and what the text ends with then. */
const seams: Record<string, [end: RegExp, beginning: RegExp, instead: string][]> = {
  es: [
    [/(?<!\p{L})y $/u, /^h?[ií](?![aeou])/i, 'e '],
    [/(?<!\p{L})o $/u, /^(?:h?[oó]|8|11(?!\d))/i, 'u '],
  ],
  fr: [[/(?<!\p{L})([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e $/u, vowel, '$1’']],
  it: [
    [/(?<!\p{L})il $/u, spokenWithVowel, 'l’'],
    [/(?<!\p{L})Il $/u, spokenWithVowel, 'L’'],
    [/(?<!\p{L})([Aa]|[Dd]a|[Dd]e|[Nn]e|[Ss]u)l $/u, spokenWithVowel, '$1ll’'],
  ],
}

/** Both as one text. */
export function fitted(before: string, filled: string, lang: string): string {
  const [opened, closed] = lang === 'en' ? ['“', '”'] : ['«', '»']
  if (before.split(opened!).length > before.split(closed!).length) filled = inner(filled, lang)
  const seam = seams[lang]?.find(([end, beginning]) => end.test(before) && beginning.test(filled))
  return (seam ? before.replace(seam[0], seam[2]) : before) + filled
}

/** A text with the quotation marks that a quotation has inside. */
function inner(text: string, lang: string): string {
  if (lang === 'en') return text.replaceAll('“', '‘').replaceAll('”', '’')
  return text.replace(/«\u00a0?/g, '“').replace(/\u00a0?»/g, '”')
}
