import '@fontsource/limelight/latin-400.css'
import '@fontsource-variable/jost/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/surfaces.css'
import './styles/pieces.css'
import './styles/contrast.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { account } from './server/account.svelte'
import { isHere } from './address'
import { saveFromHere } from './pocket/downloads'
import { keepPage } from './pocket/serviceworker'
import { router } from './router.svelte'
import { settings } from './settings.svelte'
import { speak } from './text/words.svelte'

settings.apply()
router.start()
if (isHere) saveFromHere()
const first = account.arrive() // while the words are still on their way
first.catch(() => undefined) // the page says so
await speak(settings.lang)
const target = document.getElementById('app')!
target.replaceChildren() // what the page showed while it came
mount(App, { target, props: { first } })
if (import.meta.env.PROD) void keepPage()
