import { Effect, Predicate, Stream } from "effect"
import { exportAccount } from "../accountExport/exportAccount.js"
import type { ArchiveWarning } from "../archive/Archive.js"
import { exportBoard } from "../archive/exportBoard.js"
import { type RestoreBoard, restoreBoard } from "../archive/restoreBoard.js"
import { openCalendar } from "../calendar/openCalendar.js"
import { invalidInput, toBoardwrightError } from "./BoardwrightError.js"

/** `exportBoard` with its tasks as an iterable that is read a page at a time, and again at each iteration. */
export const exportIterable = Effect.fnUntraced(function* (boardId: string) {
  const { archive, tasks } = yield* exportBoard(boardId)
  const rejecting = Stream.catchAllCause(tasks, (cause) => Stream.die(toBoardwrightError(cause)))
  return { archive, tasks: Stream.toAsyncIterable(rejecting) }
})

/** `exportAccount` with its parts as an iterable that is read a page at a time, and again at each iteration. */
export const exportAccountIterable = Effect.fnUntraced(function* () {
  const { header, parts } = yield* exportAccount()
  const rejecting = Stream.catchAllCause(parts, (cause) => Stream.die(toBoardwrightError(cause)))
  return { header, parts: Stream.toAsyncIterable(rejecting) }
})

/** The text of `openCalendar` as an iterable that is read a page at a time, and again at each iteration. */
export const calendarIterable = Effect.fnUntraced(function* (boardId: string, key: string) {
  const { text } = yield* openCalendar(boardId, key)
  const rejecting = Stream.catchAllCause(yield* text, (cause) => Stream.die(toBoardwrightError(cause)))
  return Stream.toAsyncIterable(rejecting)
})

export interface RestoreIterableOptions {
  /** Check only: no board is created, and the returned board is null. */
  readonly dryRun?: boolean
  /** Called while the archive is checked, for everything that cannot be restored unchanged. */
  readonly onWarning?: (warning: ArchiveWarning) => void
}

const isAsync = Predicate.hasProperty(Symbol.asyncIterator) as Predicate.Refinement<unknown, AsyncIterable<unknown>>

/**
 * `restoreBoard` from tasks in order, such as those of an export. They are iterated over once and held in
 * memory until they are stored: inside the transaction an iterable that reads the same storage would wait for its end.
 * Throws `InvalidInput` if they cannot be iterated over.
 */
export const restoreIterable = (
  input: RestoreBoard,
  archive: unknown,
  tasks: Iterable<unknown> | AsyncIterable<unknown>,
  { dryRun = false, onWarning = () => {} }: RestoreIterableOptions = {}
) => {
  if (!isAsync(tasks) && !Predicate.isIterable(tasks)) throw invalidInput(["tasks"], "must be an iterable of tasks")
  const stream = isAsync(tasks)
    ? Stream.orDie(Stream.fromAsyncIterable(tasks, (error) => error))
    : Stream.fromIterable(tasks)
  const read: Array<unknown> = []
  const reading = Stream.tap(stream, (task) => Effect.sync(() => read.push(task)))
  const checkedThenStored = Stream.suspend(() => (read.length === 0 ? reading : Stream.fromIterable(read)))
  return restoreBoard(input, archive, checkedThenStored, {
    dryRun,
    onWarning: (warning) => Effect.sync(() => onWarning(warning))
  })
}
