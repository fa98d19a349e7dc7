/** Whether a link to this host leads other devices nowhere: it names the computer that opens it. */
export function isOnlyHere(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
