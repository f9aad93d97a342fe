import { Effect, Stream } from "effect"
import type { ArchiveWarning } from "../archive/Archive.js"
import { exportBoard } from "../archive/exportBoard.js"
import { type RestoreBoard, restoreBoard } from "../archive/restoreBoard.js"
import { toBoardwrightError } from "./BoardwrightError.js"

/** `exportBoard` with its tasks as an iterable: read a page at a time, and anew each time that it is iterated over. */
export const exportIterable = Effect.fnUntraced(function* (boardId: string) {
  const { archive, tasks } = yield* exportBoard(boardId)
  const rejecting = Stream.catchAllCause(tasks, (cause) => Stream.die(toBoardwrightError(cause)))
  return { archive, tasks: Stream.toAsyncIterable(rejecting) }
})

/** How a host restores a board. */
export interface RestoreIterableOptions {
  /** Check only: no board is made, and the answer's board is null. */
  readonly dryRun?: boolean
  /** Told of what cannot be kept as it is, while the archive is checked. */
  readonly onWarning?: (warning: ArchiveWarning) => void
}

/**
 * `restoreBoard` of tasks that are iterated over twice, once to check and once to store them: a list, or an iterable that
 * begins anew each time. The second time is inside the transaction that stores them, so they come from a list, a file or
 * another storage: an export of the same storage is collected first.
 */
export const restoreIterable = (
  input: RestoreBoard,
  archive: unknown,
  tasks: Iterable<unknown> | AsyncIterable<unknown>,
  { dryRun = false, onWarning = () => {} }: RestoreIterableOptions = {}
) => {
  const stream =
    Symbol.asyncIterator in tasks
      ? Stream.orDie(Stream.fromAsyncIterable(tasks, (error) => error))
      : Stream.fromIterable(tasks)
  return restoreBoard(input, archive, stream, {
    dryRun,
    onWarning: (warning) => Effect.sync(() => onWarning(warning))
  })
}
