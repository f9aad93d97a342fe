import { Schema } from "effect"
import { BoardId } from "./Board.js"

/** Several boards have this name: the oldest of them, for the caller to name one by its id. */
export class BoardAmbiguous extends Schema.TaggedError<BoardAmbiguous>()("BoardAmbiguous", {
  name: Schema.String,
  ids: Schema.Array(BoardId),
  /** How many there are. */
  total: Schema.Number
}) {}
