/** The piece under the pointer, the focus or a long press, and whether its card stands open. */
import { isKey } from '../keys/bindings'

/** Milliseconds before a piece that is only passed over is explained. */
const LINGER = 550
/** Milliseconds that make a press a long one. */
const LONG = 450

export class Pointing {
  /** The piece under the pointer or the keyboard's focus. */
  target = $state<string | null>(null)
  /** What that piece is called. */
  label = $state('')
  /** The piece whose card is shown. */
  explained = $state<string | null>(null)
  /** The card stays until it is closed. */
  pinned = $state(false)

  private timer: ReturnType<typeof setTimeout> | undefined
  /** A long press has just opened a card: the click that ends it chooses nothing. */
  private pressed = false

  /** Shows a piece's card until it is closed. */
  pin(target: string, label = this.label): void {
    clearTimeout(this.timer)
    this.label = label
    this.explained = target
    this.pinned = true
  }

  /** No card is shown. */
  rest(): void {
    clearTimeout(this.timer)
    this.explained = null
    this.pinned = false
  }

  handlers(target: string, label: string, pick: () => void) {
    const begin = (wait: number) => {
      this.target = target
      if (this.pinned) return
      this.label = label
      this.explained = null
      this.later(wait, () => (this.explained = target))
    }
    const touch = () => {
      this.target = target
      if (!this.pinned) this.label = label
    }
    const end = () => {
      this.target = null
      if (!this.pinned) this.rest()
    }
    return {
      onclick: (event: MouseEvent) => {
        const pressed = this.pressed
        this.pressed = false
        if (pressed && event.detail > 0) return
        this.label = label
        pick()
      },
      onkeydown: (event: KeyboardEvent) => {
        if (isKey(event, 'explain')) this.pin(target, label)
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        this.label = label
        pick()
      },
      onpointerdown: (event: PointerEvent) => {
        this.pressed = false
        // A mouse has lingered before it presses; however slow its click, it is a click.
        if (event.pointerType !== 'mouse')
          this.later(LONG, () => {
            this.pressed = true
            this.pin(target, label)
          })
      },
      onpointerup: () => {
        if (!this.pinned) clearTimeout(this.timer)
      },
      onpointercancel: () => clearTimeout(this.timer),
      /** A long press of a finger is ours, not the browser's. */
      oncontextmenu: (event: Event) => {
        if (this.pressed) event.preventDefault()
      },
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === 'touch') touch()
        else begin(LINGER)
      },
      onpointerleave: end,
      onfocus: (event: FocusEvent) => {
        if ((event.currentTarget as Element).matches(':focus-visible')) begin(LINGER)
        else touch()
      },
      onblur: end,
    }
  }

  private later(milliseconds: number, then: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(then, milliseconds)
  }
}
