import type { View } from '../../protocol'
import { ownBoard } from '../board'

export const boardOf = (view: View) => ownBoard(view, 'speculation')
