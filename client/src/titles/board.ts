/** The one place where a title's name and the type of its board meet. */
import type { Boards, View } from '../protocol'

type OwnView<Title extends keyof Boards> = View & { title: Title; board: Boards[Title] }

/** The server builds a view's board from the types that `Boards` is made of, by the view's title. */
function isOf<Title extends keyof Boards>(view: View, title: Title): view is OwnView<Title> {
  return view.title === title
}

/** The board of a view of this title; another title's view is a mistake of ours. */
export function ownBoard<Title extends keyof Boards>(view: View, title: Title): Boards[Title] {
  if (!isOf(view, title)) throw new Error(`${view.title} on the board of ${title}`)
  return view.board
}
