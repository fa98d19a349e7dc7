/** Whether this page is still the one that the server sends: an open tab is not, after an update. */
const SECONDS_TO_READ = 3
const RELOADED = 'outcry.reloaded'

/** What the server wrote into this page; a development server writes nothing. */
function ours(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
}

/** Whether somebody would lose what they are writing or choosing. */
function isInUse(): boolean {
  if (document.querySelector('dialog[open]')) return true
  const fields = document.querySelectorAll<HTMLInputElement>('input:is(.field, [type="text"]), textarea')
  return [...fields].some(({ value, defaultValue }) => value.trim() !== '' && value !== defaultValue)
}

/** Once for every build, so that a page which stays old, out of some cache, is not loaded for ever. */
function isFirstTime(build: string): boolean {
  try {
    const before = JSON.parse(sessionStorage.getItem(RELOADED) ?? '[]') as string[]
    if (before.includes(build)) return false
    sessionStorage.setItem(RELOADED, JSON.stringify([...before, build].slice(-10)))
    return true
  } catch {
    return false // nothing can be stored here: the button remains
  }
}

class Build {
  /** The server has another page by now; whoever sees it may load it. */
  isOld = $state(false)

  /** Compares this page with the one that the server sends now. */
  meet(theirs: string): void {
    const mine = ours()
    if (!mine || mine === theirs || this.isOld) return
    this.isOld = true
    this.reloadSoon(theirs)
  }

  private reloadSoon(theirs: string): void {
    setTimeout(() => {
      if (isInUse()) this.reloadSoon(theirs)
      else if (isFirstTime(theirs)) location.reload()
    }, SECONDS_TO_READ * 1000)
  }
}

export const build = new Build()
