/** The bots' worker: the same Python, so that the table never waits while a bot thinks. */
import type { PyProxy } from 'pyodide/ffi'
import type { FromBots, ToBots } from './messages'
import { startPython, type Python } from './python'

interface Thinking {
  think: (question: Uint8Array) => string
  study: (question: Uint8Array) => Uint8Array
}

let starting: Promise<Thinking> | null = null

function thinking(python: Python): Thinking {
  const { answer, study } = python.pyimport('openoutcry.pocket.thinker') as {
    answer: (question: unknown) => string
    study: (question: unknown) => PyProxy
  }
  const asked = <Answer>(question: Uint8Array, ask: (question: unknown) => Answer): Answer => {
    const bytes = python.toPy(question) as { destroy: () => void }
    try {
      return ask(bytes)
    } finally {
      bytes.destroy()
    }
  }
  return {
    think: (question) => asked(question, answer),
    study: (question) => {
      const reply = asked(question, study)
      try {
        return reply.toJs() as Uint8Array
      } finally {
        reply.destroy()
      }
    },
  }
}

self.onmessage = async ({ data }: MessageEvent<ToBots>) => {
  if (data.kind === 'start') {
    starting = startPython(data, () => undefined, true).then(thinking)
    starting.then(
      () => postMessage({ kind: 'ready' } satisfies FromBots),
      () => undefined, // every question is told why
    )
    return
  }
  const { id, question } = data
  let message: FromBots
  try {
    const { think, study } = await starting!
    if (data.kind === 'think') message = { kind: 'thought', id, answer: think(question) }
    else message = { kind: 'studied', id, reply: study(question) }
  } catch (error) {
    message = { kind: 'stuck', id, why: String(error) }
  }
  postMessage(message)
}
