/**
 * The browser's Back, and Android's, closes what lies over the page before it leaves the page. All open sheets and
 * dialogs share one entry of the history, so that one may give way to another without going back and forth.
 */
const OVERLAY = 'overlay'
const open: (() => void)[] = []

const isOurs = () => (history.state as unknown) === OVERLAY

/** Calls `close` when somebody goes back. Returns what to call if it was closed some other way. */
export function backCloses(close: () => void): () => void {
  if (!open.length) addEventListener('popstate', wentBack)
  open.push(close)
  if (!isOurs()) history.pushState(OVERLAY, '')
  return () => {
    const index = open.indexOf(close)
    if (index < 0) return
    open.splice(index, 1)
    if (!open.length) setTimeout(leaveEntry)
  }
}

/** Unless another sheet has opened at once, or a link has led away. */
function leaveEntry(): void {
  if (open.length) return
  removeEventListener('popstate', wentBack)
  if (isOurs()) history.back()
}

function wentBack(): void {
  if (isOurs()) return
  open.pop()?.()
  if (open.length) history.pushState(OVERLAY, '')
  else removeEventListener('popstate', wentBack)
}
