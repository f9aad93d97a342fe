import { Effect, Either, Stream } from "effect"
import { MAX_MEMBERS } from "../board/boardLimits.js"
import type { UserId } from "../values/ids.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import { failOnIssues, type Issue, MAX_ISSUES } from "../values/InvalidInput.js"
import type { ArchiveWarning } from "./Archive.js"
import { type HeaderInput, type TaskInput, taskDecoder } from "./ArchiveInput.js"
import { matchPeople, peopleOfTask, restoreMembers, warningsOfTask } from "./matchPeople.js"

/** Called for everything that cannot be restored unchanged. */
export type WarningListener = (warning: ArchiveWarning) => Effect.Effect<void>

/**
 * Reads a whole archive once and stores nothing. Matches the people, warns of those without a local user, and yields to
 * other work. Fails with `InvalidInput` that lists what cannot be stored, and as the tasks do.
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

  const report = (warnings: ReadonlyArray<ArchiveWarning>) => {
    counts.warnings += warnings.length
    return Effect.forEach(warnings, listen, { discard: true })
  }
  const checkBatch = Effect.fnUntraced(function* (batch: Iterable<unknown>) {
    const valid: Array<readonly [number, TaskInput]> = []
    for (const each of batch) {
      const at = counts.tasks++
      const decoded = yield* Effect.either(decode(each, at))
      if (Either.isRight(decoded)) valid.push([at, decoded.right])
      else issues.push(...decoded.left.issues)
      if (issues.length >= MAX_ISSUES) yield* failOnIssues(issues)
    }
    yield* findMore(valid.flatMap(([, task]) => peopleOfTask(task)))
    yield* report(valid.flatMap(([at, task]) => warningsOfTask(people, task, at)))
    yield* yieldPoint
  })

  yield* report(people.warnings)
  const { members, warnings } = restoreMembers(people, header, fallback)
  yield* report(warnings)
  if (members.length > MAX_MEMBERS) {
    issues.push({ path: ["archive", "members"], message: `must be at most ${MAX_MEMBERS} with an admin` })
  }
  yield* Stream.runForEach(Stream.grouped(tasks, TASKS_PER_BATCH), checkBatch)
  yield* failOnIssues(issues)
  return { ...counts, people, members }
})
