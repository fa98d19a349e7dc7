/** A second tap right after the first is not meant for the question that the first one brought up. */
export const TOGETHER = 350

/** The part of a click that is looked at. */
export type Click = Pick<MouseEvent, 'detail' | 'timeStamp' | 'preventDefault' | 'stopPropagation'>

export class DoubleTapGuard {
  private touching = false
  private first = { at: -Infinity, question: '' }

  readonly onpointerdown = (event: PointerEvent): void => {
    this.touching = event.pointerType !== 'mouse'
  }

  /** Stops a click that answers another question than the tap just before it. */
  onclick(event: Click, question: string): void {
    if (event.detail === 0) return // the keyboard's
    const together = event.detail > 1 || (this.touching && event.timeStamp - this.first.at < TOGETHER)
    if (together && question !== this.first.question) {
      event.preventDefault()
      event.stopPropagation()
    } else this.first = { at: event.timeStamp, question }
  }
}
