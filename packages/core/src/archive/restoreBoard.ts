import { Effect, Schema, type Stream } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/authorize.js"
import { withMemberFacesAfterChange } from "../board/memberFaces.js"
import { recording } from "../change/recording.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Id, Name, optional } from "../values/Text.js"
import { WorkspaceId } from "../values/ids.js"
import { decodeHeader } from "./ArchiveInput.js"
import { checkArchive, type WarningListener } from "./checkArchive.js"
import { storeArchive } from "./storeArchive.js"

/** The target workspace, and optionally a name other than the archive's. */
export const RestoreBoard = Schema.Struct({ workspaceId: Id, name: optional(Name) })
export type RestoreBoard = typeof RestoreBoard.Encoded

const decode = decodeInput(RestoreBoard)

export interface RestoreOptions {
  /** Check only: no board is created, and the returned board is null. */
  readonly dryRun?: boolean
  /** Called while the archive is checked. */
  readonly onWarning?: WarningListener
  /** Called with the number of tasks stored so far. Its effects are not rolled back with the restoration. */
  readonly onStored?: (tasks: number) => Effect.Effect<void>
}

/**
 * Creates a board from an archive. Everything is read once and checked, then the tasks are read again and stored in one
 * transaction; they must be the same both times. Ids are new; names, order, times and authors are kept. People are
 * matched by address, else by id. Members, assignees and mentions without a local user are left out. The fallback
 * author of their comments and time entries is the acting user (for the operator, the workspace owner), who also
 * becomes an admin if the board would have none.
 * Fails with `InvalidInput` whose paths start with `archive`, or with `tasks` and an index from 0, `NotFound` for the
 * workspace, `Forbidden`, and as the tasks do.
 */
export const restoreBoard = Effect.fnUntraced(function* <E, R>(
  input: RestoreBoard,
  archive: unknown,
  tasks: Stream.Stream<unknown, E, R>,
  { dryRun = false, onStored = () => Effect.void, onWarning = () => Effect.void }: RestoreOptions = {}
) {
  const wanted = yield* decode(input)
  const header = yield* decodeHeader(archive)
  const workspaceId = WorkspaceId.make(wanted.workspaceId)
  const mayRestore = requireWorkspace(workspaceId, "manage the workspace")
  const fallback = (yield* actingUser) ?? (yield* mayRestore).ownerId
  yield* mayRestore
  const checked = yield* checkArchive(header, tasks, fallback, onWarning)
  const { members, people, tasks: count } = checked
  const name = wanted.name ?? header.board.name
  const store = storeArchive({ workspaceId, name, header, tasks, count, people, members, fallback, onStored })
  const board = dryRun ? null : yield* withMemberFacesAfterChange(yield* recording(Effect.zipRight(mayRestore, store)))
  return { board, restored: count, warnings: checked.warnings }
})
