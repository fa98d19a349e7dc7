/**
 * The browser's Back, and Android's, closes what lies over the page before it leaves the page. All open sheets and
 * dialogs share one entry of the history, so that one may give way to another without going back and forth.
 */
const OVERLAY = 'overlay'
const open: (() => void)[] = []
/** We are going back ourselves: what opens meanwhile stays, and gets an entry of its own. */
let leaving = false

const isOurs = () => (history.state as unknown) === OVERLAY

/** Calls `close` when somebody goes back. Returns what to call if it was closed some other way. */
export function backCloses(close: () => void): () => void {
  if (!open.length && !leaving) addEventListener('popstate', wentBack)
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
  if (open.length || leaving) return
  leaving = isOurs()
  if (leaving) history.back()
  else removeEventListener('popstate', wentBack)
}

function wentBack(): void {
  if (isOurs()) return
  if (!leaving) open.pop()?.()
  leaving = false
  if (open.length) history.pushState(OVERLAY, '')
  else removeEventListener('popstate', wentBack)
}
