import { Schema } from "effect"

/** A task cannot be restored while its board is in the trash. */
export class BoardInTrash extends Schema.TaggedError<BoardInTrash>()("BoardInTrash", { boardId: Schema.String }) {}
