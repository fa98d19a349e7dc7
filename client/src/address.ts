/**
 * Where a page's path stands in its address. A server answers to any path; a folder of files only to its own name,
 * so there the path goes into the query: `./?at=table/abc`. On a server, the floor of this browser itself is `here/`.
 */
const AT = 'at'
const HERE = 'here/'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** The page came as files, without a server. */
export const isStatic: boolean = meta('floor') === 'static'

/** The page knows where our Python is: whoever cannot reach the server may play here meanwhile. */
export const canPlayHere: boolean = meta('pocket') !== undefined

function below(url: URL, base: URL): string {
  return url.pathname.slice(base.pathname.length)
}

/** This page plays on the floor of this browser. */
export const isHere: boolean =
  isStatic || `${below(new URL(location.href), new URL(document.baseURI))}/`.startsWith(HERE)

/** The page's path, whichever of these ways its address says it. */
export function pathOf(url: URL, base: URL): string {
  const path = below(url, base)
  if (isStatic) return url.searchParams.get(AT) ?? ''
  return isHere ? path.replace(/^here(\/|$)/, '') : path
}

/** The address under which the page of a link is reached. */
export function addressOf(link: URL, base: URL): URL {
  const path = below(link, base)
  const found = new URL(link)
  if (isStatic) {
    found.pathname = base.pathname
    if (path) found.searchParams.set(AT, path)
    found.search = found.search.replaceAll('%2F', '/') // as people read it
  } else if (isHere && !`${path}/`.startsWith(HERE)) {
    found.pathname = `${base.pathname}${HERE}${path}`
  }
  return found
}
