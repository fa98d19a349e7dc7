/** The bots' worker: the same Python, so that the table never waits while a bot thinks. */
import type { FromBots, ToBots } from './messages'
import { startPython, type Python } from './python'

let starting: Promise<(question: Uint8Array) => string> | null = null

function thinking(python: Python): (question: Uint8Array) => string {
  const { answer } = python.pyimport('openoutcry.pocket.thinker') as { answer: (question: unknown) => string }
  return (question) => {
    const bytes = python.toPy(question) as { destroy: () => void }
    try {
      return answer(bytes)
    } finally {
      bytes.destroy()
    }
  }
}

self.onmessage = async ({ data }: MessageEvent<ToBots>) => {
  if (data.kind === 'start') {
    starting = startPython(data, () => undefined).then(thinking)
    return
  }
  const { id, question } = data
  let message: FromBots
  try {
    message = { kind: 'thought', id, answer: (await starting!)(question) }
  } catch (error) {
    message = { kind: 'stuck', id, why: String(error) }
  }
  postMessage(message)
}
