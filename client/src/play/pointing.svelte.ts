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
  /** Something is carried over the board: nothing that it passes is explained. */
  resting = false
  /** The element that was pointed at: the card stands beside it. */
  anchor = $state.raw<Element | null>(null)

  private timer: ReturnType<typeof setTimeout> | undefined
  /** Where the mouse was last seen. */
  private mouse = { x: NaN, y: NaN }
  /** What has come to lie under a mouse that rests: it is explained once the mouse moves. */
  private under: string | null = null
  /** A long press has just opened a card: the click that ends it chooses nothing. */
  private held = false

  /** The mouse has moved, or pressed something. */
  met({ pointerType, clientX, clientY }: PointerEvent): void {
    if (pointerType === 'mouse') this.mouse = { x: clientX, y: clientY }
  }

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

  /** What belongs to a piece that the keyboard reaches by itself, such as a space's number: its card by hand alone. */
  hovers(target: string, label: string) {
    const { onpointerenter, onpointermove, onpointerleave } = this.explains(target, label)
    return { ...this.pressed(target, label), onpointerenter, onpointermove, onpointerleave }
  }

  /** What is never chosen, such as a number beside a player: it has a card like any piece. */
  explains(target: string, label: string) {
    const begin = (event: Event) => {
      if (!this.pinned) this.linger(target, label, event.currentTarget as Element)
    }
    const end = () => {
      if (!this.pinned) this.rest()
    }
    return {
      ...this.pressed(target, label),
      'data-explained': target,
      tabindex: -1,
      onkeydown: (event: KeyboardEvent) => {
        if (isKey(event, 'explain')) this.pin(target, label)
      },
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType !== 'touch' && this.came(event, target)) begin(event)
      },
      onpointermove: this.onceMoved(target, begin),
      onpointerleave: end,
      onfocus: (event: FocusEvent) => {
        if ((event.currentTarget as Element).matches(':focus-visible')) begin(event)
      },
      onblur: end,
    }
  }

  /** As `explains`, where there is nothing else that a tap could mean. */
  taps(target: string, label: string) {
    return {
      ...this.explains(target, label),
      onclick: (event: MouseEvent) => {
        this.anchor = event.currentTarget as Element
        this.pin(target, label)
      },
    }
  }

  handlers(target: string, label: string, pick: () => void) {
    const begin = (event: Event) => {
      this.target = target
      if (!this.pinned) this.linger(target, label, event.currentTarget as Element)
    }
    const touch = (event: Event) => {
      this.target = target
      if (this.pinned) return
      this.label = label
      this.anchor = event.currentTarget as Element
    }
    const end = () => {
      this.target = null
      if (!this.pinned) this.rest()
    }
    return {
      onclick: (event: MouseEvent) => {
        const held = this.held
        this.held = false
        if (held && event.detail > 0) return
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
      ...this.pressed(target, label),
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === 'touch') touch(event)
        else if (this.came(event, target)) begin(event)
        else this.target = target
      },
      onpointermove: this.onceMoved(target, begin),
      onpointerleave: end,
      onfocus: (event: FocusEvent) => {
        if ((event.currentTarget as Element).matches(':focus-visible')) begin(event)
        else touch(event)
      },
      onblur: end,
    }
  }

  /** What came to lie under the mouse is explained once the mouse moves. */
  private onceMoved(target: string, begin: (event: Event) => void) {
    return (event: PointerEvent) => {
      if (this.under === target && this.came(event, target)) begin(event)
    }
  }

  /** Whether the mouse came to a piece, and not the piece to the mouse: others move while it rests. */
  private came({ clientX, clientY }: PointerEvent, target: string): boolean {
    const rests = clientX === this.mouse.x && clientY === this.mouse.y
    this.under = rests ? target : null
    return !rests
  }

  private linger(target: string, label: string, anchor: Element): void {
    this.label = label
    this.anchor = anchor
    this.explained = null
    if (!this.resting) this.later(LINGER, () => (this.explained = target))
  }

  /** A long press of a finger opens the card. */
  private pressed(target: string, label: string) {
    return {
      onpointerdown: (event: PointerEvent) => {
        this.held = false
        const anchor = event.currentTarget as Element
        // A mouse has lingered before it presses; however slow its click, it is a click.
        if (event.pointerType !== 'mouse')
          this.later(LONG, () => {
            this.held = true
            this.anchor = anchor
            this.pin(target, label)
          })
      },
      onpointerup: () => {
        if (!this.pinned) clearTimeout(this.timer)
      },
      onpointercancel: () => clearTimeout(this.timer),
      /** It is ours, not the browser's. */
      oncontextmenu: (event: Event) => {
        if (this.held) event.preventDefault()
      },
    }
  }

  private later(milliseconds: number, then: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(then, milliseconds)
  }
}
