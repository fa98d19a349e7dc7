/** What stands below a scene's call: what is told of it, without the call once more. */
export function belowCall(call: string, told: string): string {
  return told.startsWith(call) ? told.slice(call.length).trimStart() : told
}
