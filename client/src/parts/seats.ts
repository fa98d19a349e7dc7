import drawn from '../../../openoutcry/drawing/look.json'

/** The seats' colours. A colour never stands alone: a shape and the seat's number come with it. */
const SEAT_HUES = drawn.seats.hues

export const SEAT_SHAPES = drawn.seats.shapes

export function seatHue(seat: number): string {
  return SEAT_HUES[seat % SEAT_HUES.length]!
}
