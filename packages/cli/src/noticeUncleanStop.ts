import { Background, System } from "@boardwright/core"
import { Effect, Fiber } from "effect"
import { checkApart } from "./checkApart.js"
import { EXIT } from "./exitCode.js"

/** Checks the file and logs the result. Returns whether it is whole. */
const checkAndLog = Effect.fnUntraced(function* (file: string) {
  yield* Effect.logWarning(
    `${file} was not closed by the last server on it, which was killed or lost power; it is checked in the background`
  )
  const { code, line } = yield* checkApart(file)
  if (code === EXIT.ok) yield* Effect.logInfo(line)
  else if (code === EXIT.rejected)
    yield* Effect.logError(`${line}: stop the server, and put the newest backup in its place by boardwright restore`)
  else yield* Effect.logError(`${file} could not be checked (${line}): run boardwright backup --verify ${file}`)
  return code === EXIT.ok
})

/**
 * Runs a server on a SQLite file, and records in the file that it does until it has stopped. If the last server did not stop
 * cleanly, the file is checked beside it. A file that is not found whole is checked at the next start again.
 */
export const noticeUncleanStop =
  (file: string) =>
  <A, E, R>(server: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const wasLeft = yield* Background.logFailure(System.beginServing)
      let isWhole = wasLeft === false
      const check = Effect.map(checkAndLog(file), (found) => void (isWhole = found))
      const checking = yield* Effect.fork(wasLeft === true ? check : Effect.void)
      return yield* server.pipe(
        Effect.ensuring(Fiber.interrupt(checking)),
        Effect.ensuring(Effect.suspend(() => (isWhole ? Background.logFailure(System.endServing) : Effect.void)))
      )
    })
