/** Links to files of the floor: a server sends them, here the page makes them. */
import { pocket } from './pocket.svelte'

async function save(link: HTMLAnchorElement, path: string): Promise<void> {
  const response = await pocket.request('GET', path, '')
  const address = URL.createObjectURL(await response.blob())
  const made = document.createElement('a')
  made.href = address
  made.download = link.download
  made.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export function saveFromHere(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[download]') as HTMLAnchorElement | null
    if (!link?.href.startsWith(`${document.baseURI}api/`)) return
    event.preventDefault()
    void save(link, link.href.slice(document.baseURI.length))
  })
}
