// A bot that plays at a floor elsewhere, with nothing but Node.js 20 or newer:
//
//     OUTCRY_BOT_TOKEN=oo_... node remote_bot.mjs https://play.example
//
// It takes one of the offers by lot.

const floor = (process.argv[2] ?? 'http://localhost:8100').replace(/\/$/, '')
const matches = Number(process.argv[3] ?? 0) // stop after so many; 0: never
const headers = { Authorization: `Bearer ${process.env.OUTCRY_BOT_TOKEN}` }

/** Your idea goes here: `view` is everything that the seat may know. */
function choose(view) {
  const { offers } = view.decision
  return offers[Math.floor(Math.random() * offers.length)].action
}

async function answer({ table, seat, step, rewinds, view }) {
  const response = await fetch(`${floor}/api/bot/play`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ table, seat, step, rewinds, action: choose(view) }),
  })
  if (!response.ok) console.log(response.status, await said(response)) // 409: the match has moved on
}

/** Why the floor refuses; a proxy before it may say so in other ways. */
async function said(response) {
  const body = await response.json().catch(() => ({}))
  return body.text ?? response.statusText
}

/** Messages, one a line; an empty line says that the floor is still there. */
async function* listen() {
  const response = await fetch(`${floor}/api/bot/stream`, { headers })
  if (!response.ok) {
    const why = `${response.status} ${await said(response)}`
    if ([429, 502, 503, 504].includes(response.status)) throw new Error(why) // those pass
    console.error(why)
    process.exit(1)
  }
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of response.body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop()
    for (const line of lines) if (line.trim()) yield JSON.parse(line)
  }
}

let played = 0
for (;;) {
  try {
    for await (const message of listen()) {
      if (message.type === 'decision') await answer(message)
      if (message.type === 'over') {
        console.log('places', message.places)
        if (++played === matches) process.exit(0)
      }
      if (message.type === 'bye' && ['elsewhere', 'revoked'].includes(message.why)) {
        console.error(message.why)
        process.exit(1)
      }
    }
  } catch (error) {
    console.log(String(error))
  }
  // The floor may be restarting: connect again, and be asked again.
  await new Promise((wake) => setTimeout(wake, 2000))
}
