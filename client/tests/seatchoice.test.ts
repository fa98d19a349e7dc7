import { flushSync, mount, unmount } from 'svelte'
import { expect, test, vi } from 'vitest'
import SeatChoice from '../src/pages/SeatChoice.svelte'
import type { RemoteBot } from '../src/protocol'
import { api } from '../src/server/api'

const PARROT: RemoteBot = { bot: '@Parrot', owner: 'Olga', online: true, titles: ['mogul'], free: true }

function seats(count: number) {
  const props = { value: 'open', title: 'mogul', onchoose: () => undefined }
  return Array.from({ length: count }, (_, seat) =>
    mount(SeatChoice, { target: document.body, props: { ...props, seat } }),
  )
}

test('the seats of a page ask once which bots from elsewhere could come, and the next page asks again', async () => {
  const bots = vi.spyOn(api, 'bots').mockResolvedValue({ bots: [PARROT] })
  for (const asked of [1, 2]) {
    const shown = seats(4)
    flushSync()
    await vi.waitFor(() => {
      expect(document.querySelectorAll('option[value="@Parrot"]')).toHaveLength(4)
    })
    expect(bots).toHaveBeenCalledTimes(asked)
    for (const one of shown) await unmount(one)
  }
})
