import { MediaQuery } from 'svelte/reactivity'

/** The page is enlarged several times over: there is room for the board or for the slip, not for both. */
export const enlarged = new MediaQuery('(max-width: 559px) and (max-height: 499px)')
