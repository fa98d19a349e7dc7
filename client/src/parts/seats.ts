/** The seats' colours. A colour never stands alone: a shape and the seat's number come with it. */
export const SEAT_HUES = ['#b3402e', '#1f5fa8', '#1f7a4d', '#8a5bb0', '#b8791a', '#4b545f'] as const

export const SEAT_SHAPES = [
  'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z',
  'M3 3h18v18H3z',
  'M12 1l11 11-11 11L1 12z',
  'M7 2h10l6 10-6 10H7L1 12z',
  'M12 1.500l10.500 7.600-4 12.900h-13l-4-12.900z',
  'M8 2h8l6 6v8l-6 6H8l-6-6V8z',
] as const

export function seatHue(seat: number): string {
  return SEAT_HUES[seat % SEAT_HUES.length]!
}
