/** How many lines of chat have not been read: those written while the chat was out of sight. */
export class Unread {
  private seen = $state(0)
  private readonly source: () => { said: number; reading: boolean }
  count: number = $derived.by(() => {
    const { said, reading } = this.source()
    return reading ? 0 : Math.max(0, said - this.seen)
  })

  constructor(source: () => { said: number; reading: boolean }) {
    this.source = source
    $effect(() => {
      const { said, reading } = source()
      if (reading) this.seen = said
    })
  }
}
