import { createInterface } from "node:readline"
import { Effect, Redacted } from "effect"
import { Cancelled, UsageError } from "./failures.js"
import { note, oneLine } from "./print.js"

/** Whether a person can answer. Questions go to standard error, so that standard output is only data. */
const isAttended = (): boolean => process.stdin.isTTY && process.stderr.isTTY

const attended = (instead: string): Effect.Effect<void, UsageError> =>
  Effect.suspend(() =>
    isAttended()
      ? Effect.void
      : new UsageError({ message: `this is not a terminal, so nothing can be asked: give ${instead}` })
  )

/** Asks for a line. Without a terminal it fails with a `UsageError` that names the alternative, such as `--name`. */
export const ask = (question: string, instead: string): Effect.Effect<string, UsageError | Cancelled> =>
  Effect.zipRight(
    attended(instead),
    Effect.async<string, Cancelled>((resume) => {
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      lines.once("SIGINT", () => lines.close())
      lines.once("close", () => resume(new Cancelled()))
      lines.question(`${question} `, (answer) => {
        resume(Effect.succeed(answer.trim()))
        lines.close()
      })
      return Effect.sync(() => lines.close())
    })
  )

/** Asks a yes-or-no question; any answer but y and yes is no. */
export const confirm = (question: string, instead: string): Effect.Effect<boolean, UsageError | Cancelled> =>
  Effect.map(ask(`${question} [y/N]`, instead), (answer) => /^y(es)?$/i.test(answer))

/** Asks for confirmation on a terminal, unless `yes` was given. Fails with `Cancelled` if the answer is no. */
export const confirmOrCancel = Effect.fnUntraced(function* (yes: boolean, question: string) {
  if (yes || !isAttended()) return
  if (yield* confirm(oneLine(question), "--yes")) return
  yield* note("nothing was written")
  return yield* new Cancelled()
})

const ENTER = new Set(["\r", "\n"])
const ERASE = new Set(["\u007F", "\b"])
const LEAVE = new Set(["\u0003", "\u0004"])
const START_AGAIN = "\u0015"

const hiddenLine = (question: string): Effect.Effect<Redacted.Redacted, Cancelled> =>
  Effect.async((resume) => {
    const { stdin } = process
    let typed: ReadonlyArray<string> = []
    const end = (result: Effect.Effect<Redacted.Redacted, Cancelled>) => {
      stop()
      process.stderr.write("\n")
      resume(result)
    }
    const take = (text: string) => {
      const keys = [...text]
      for (const [index, key] of keys.entries()) {
        if (ENTER.has(key)) {
          end(Effect.succeed(Redacted.make(typed.join(""))))
          // The rest was typed ahead, for the next question.
          return void stdin.unshift(keys.slice(index + 1).join(""))
        }
        if (LEAVE.has(key)) return end(new Cancelled())
        typed = ERASE.has(key) ? typed.slice(0, -1) : key === START_AGAIN ? [] : [...typed, key]
      }
    }
    const stop = () => {
      stdin.off("data", take)
      stdin.setRawMode(false)
      stdin.pause()
    }
    stdin.setRawMode(true)
    stdin.setEncoding("utf8").on("data", take).resume()
    process.stderr.write(`${question} `)
    return Effect.sync(stop)
  })

/** Asks for a secret twice without showing it. Without a terminal it fails with a `UsageError`, as `ask` does. */
export const askSecret = (
  question: string,
  instead: string
): Effect.Effect<Redacted.Redacted, UsageError | Cancelled> =>
  Effect.gen(function* () {
    yield* attended(instead)
    const first = yield* hiddenLine(question)
    const second = yield* hiddenLine("Once more:")
    if (Redacted.value(first) === Redacted.value(second)) return first
    return yield* new UsageError({ message: "the two entries differ" })
  })
