import { Effect } from "effect"
import { type Faces, findFaces, findFacesAfterChange, withFace, type WithFace } from "../account/faces.js"
import type { BoardDetails, Member } from "./Board.js"

export type ShownMember = WithFace<Member>

/** A board as use cases return it. */
export interface ShownBoard extends BoardDetails {
  readonly members: ReadonlyArray<ShownMember>
}

const memberIds = ({ members }: BoardDetails) => members.map(({ userId }) => userId)

const shown =
  (board: BoardDetails) =>
  (faces: Faces): ShownBoard => ({ ...board, members: board.members.map(withFace(faces)) })

/** Adds the faces of the members of a board. */
export const withMemberFaces = (board: BoardDetails) => Effect.map(findFaces(memberIds(board)), shown(board))

/** Adds the faces of the members of all boards, by one query of the directory. */
export const withAllMemberFaces = (boards: ReadonlyArray<BoardDetails>) =>
  Effect.map(findFaces(boards.flatMap(memberIds)), (faces) => boards.map((board) => shown(board)(faces)))

/** As `withMemberFaces`, for the result of a change, which never fails. */
export const withMemberFacesAfterChange = (board: BoardDetails) =>
  Effect.map(findFacesAfterChange(memberIds(board)), shown(board))
