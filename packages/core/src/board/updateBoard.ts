import { Effect, Schema } from "effect"
import { requireBoard } from "../access/authorize.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { patched } from "../values/patched.js"
import { changed, cleared, Description, Label, Name } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { BackgroundInput } from "./Background.js"
import { type Board, BoardId, DEFAULT_BACKGROUND, DEFAULT_VIEW_DENSITY } from "./Board.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"
import { withMemberFacesAfterChange } from "./memberFaces.js"

/**
 * Name and description as in `CreateBoard`, a background whose value has at most 1000 characters, and a view density,
 * an open label of 1 to 50. An absent field stays; null empties the description and resets background and view density.
 */
export const UpdateBoard = Schema.Struct({
  name: changed(Name),
  description: cleared(Description),
  background: cleared(BackgroundInput),
  viewDensity: cleared(Label)
})
export type UpdateBoard = typeof UpdateBoard.Encoded

const decode = decodeInput(UpdateBoard)

/**
 * Checks the input of `updateBoard` and returns its transaction. `verify` gets the board as it is, after the rights are
 * checked.
 */
export const updatingBoard = Effect.fnUntraced(function* <E = never>(
  id: string,
  input: UpdateBoard,
  verify: (before: Board) => Effect.Effect<void, E> = () => Effect.void
) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(id)
  const { background, description, name, viewDensity } = yield* decode(input)
  return Effect.gen(function* () {
    const before = yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
    const access = yield* requireBoard(boardId, "manage the board")
    yield* verify(before)
    const changes = {
      name,
      description: description === null ? "" : description,
      background: background === null ? DEFAULT_BACKGROUND : background,
      viewDensity: viewDensity === null ? DEFAULT_VIEW_DENSITY : viewDensity
    }
    const after = patched(before, changes, yield* now)
    const details = boards.find(boardId).pipe(orNotFound("Board", boardId))
    if (after === before) return unchanged(yield* details)
    yield* boards.replace(after)
    const change = { subjectId: boardId, fields: changedFields(before, after) }
    return recorded(yield* details, boardChange("board.updated", access, change))
  })
})

/** Changes the fields that are given; null clears. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const updateBoard = (id: string, input: UpdateBoard) =>
  updatingBoard(id, input).pipe(Effect.flatMap(recording), Effect.flatMap(withMemberFacesAfterChange))
