import { createInterface } from "node:readline"
import { Effect, Redacted } from "effect"
import { Cancelled, UsageError } from "./failures.js"

/** Whether somebody can be asked. Questions go to standard error, so that standard output stays data. */
const isAttended = (): boolean => process.stdin.isTTY && process.stderr.isTTY

const attended = (instead: string): Effect.Effect<void, UsageError> =>
  Effect.suspend(() =>
    isAttended() ? Effect.void : new UsageError({ message: `nobody can be asked here: give ${instead}` })
  )

/** Asks for a line. Off a terminal it fails with a `UsageError` that names what to give instead, such as `--name`. */
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

/** Asks a question that is answered by yes or no; anything but y and yes is no. */
export const confirm = (question: string, instead: string): Effect.Effect<boolean, UsageError | Cancelled> =>
  Effect.map(ask(`${question} [y/N]`, instead), (answer) => /^y(es)?$/i.test(answer))

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
          // What was typed ahead is for the next question.
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

/** Asks for a secret twice without showing it. Off a terminal it fails with a `UsageError`, as `ask` does. */
export const askSecret = (
  question: string,
  instead: string
): Effect.Effect<Redacted.Redacted, UsageError | Cancelled> =>
  Effect.gen(function* () {
    yield* attended(instead)
    const first = yield* hiddenLine(question)
    const second = yield* hiddenLine("Once more:")
    if (Redacted.value(first) === Redacted.value(second)) return first
    return yield* new UsageError({ message: "the two do not agree" })
  })
