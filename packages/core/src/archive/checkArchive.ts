import { Effect, Either, Stream } from "effect"
import { MAX_MEMBERS } from "../board/boardBudget.js"
import type { UserId } from "../values/ids.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import { failOnIssues, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import type { ArchiveWarning } from "./Archive.js"
import { type HeaderInput, type TaskInput, taskDecoder } from "./ArchiveInput.js"
import { matchPeople } from "./matchPeople.js"
import { peopleNamedBy, restoreMembers, warningsOfTask } from "./restorePeople.js"

/** Told of what cannot be kept as it is, as it is found. */
export type WarningListener = (warning: ArchiveWarning) => Effect.Effect<void>

/**
 * Reads a whole archive once, gives way to other work as it goes, and stores nothing: the people are found, and everyone
 * who is nobody is warned of. Fails with `InvalidInput` that lists what cannot be stored, and as the tasks do.
 */
export const checkArchive = Effect.fnUntraced(function* <E, R>(
  header: HeaderInput,
  tasks: Stream.Stream<unknown, E, R>,
  fallback: UserId,
  listen: WarningListener
) {
  const { findMore, ...people } = yield* matchPeople(header)
  const decode = taskDecoder(header)
  const issues: Array<Issue> = []
  const counts = { tasks: 0, warnings: 0 }
  const yieldPoint = yield* makeYieldPoint

  const tell = (warnings: ReadonlyArray<ArchiveWarning>) => {
    counts.warnings += warnings.length
    return Effect.forEach(warnings, listen, { discard: true })
  }
  const checkSlice = Effect.fnUntraced(function* (slice: Iterable<unknown>) {
    const sound: Array<readonly [number, TaskInput]> = []
    for (const each of slice) {
      const at = counts.tasks++
      const decoded = yield* Effect.either(decode(each, at))
      if (Either.isRight(decoded)) sound.push([at, decoded.right])
      else issues.push(...decoded.left.issues)
      if (issues.length >= MAX_ISSUES) yield* failOnIssues(issues)
    }
    yield* findMore(sound.flatMap(([, task]) => peopleNamedBy(task)))
    yield* tell(sound.flatMap(([at, task]) => warningsOfTask(people, task, at)))
    yield* yieldPoint
  })

  yield* tell(people.warnings)
  const { members, warnings } = restoreMembers(people, header, fallback)
  yield* tell(warnings)
  if (members.length > MAX_MEMBERS) {
    issues.push({ path: ["archive", "members"], message: `must be at most ${MAX_MEMBERS} with an admin` })
  }
  yield* Stream.runForEach(Stream.grouped(tasks, TASKS_PER_BATCH), checkSlice)
  yield* failOnIssues(issues)
  return { ...counts, people, members }
})
