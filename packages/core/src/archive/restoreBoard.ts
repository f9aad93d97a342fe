import { Effect, Schema, type Stream } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/require.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Id, Name, optional } from "../values/Text.js"
import { WorkspaceId } from "../values/ids.js"
import { decodeHeader } from "./ArchiveInput.js"
import { checkArchive, type WarningListener } from "./checkArchive.js"
import { storeArchive } from "./storeArchive.js"

/** Where a board is restored; `name` in place of the archive's. */
export const RestoreBoard = Schema.Struct({ workspaceId: Id, name: optional(Name) })
export type RestoreBoard = typeof RestoreBoard.Encoded

const decode = decodeInput(RestoreBoard)

/** How a board is restored; by default it is, and nobody is told of the progress. */
export interface RestoreOptions {
  /** Check only: no board is made, and the answer's board is null. */
  readonly dryRun?: boolean
  /** Told of what cannot be kept as it is, while the archive is checked. */
  readonly onWarning?: WarningListener
  /** Told how many tasks are written, as they are. What it says is not undone with the restoration. */
  readonly onStored?: (tasks: number) => Effect.Effect<void>
}

/**
 * Makes a new board of an archive, all or nothing: everything is read once and checked, then the tasks are read again and
 * stored in one transaction. They must be the same both times. Everything gets a new id and keeps all else: names, order,
 * times, authors. People are those of the same address, else of the same id. Members, assignees and mentions who are
 * nobody here are left out, and what they wrote is the acting user's, for the operator the workspace owner's, who also
 * becomes an admin where there would be none.
 * Fails with `InvalidInput` whose paths tell the place (`archive`, or `tasks` and a number from 0), `NotFound` for the
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
  const board = dryRun ? null : yield* transactional(Effect.zipRight(mayRestore, store))
  return { board, restored: count, warnings: checked.warnings }
})
