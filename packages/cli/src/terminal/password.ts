import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { Effect, Redacted } from "effect"
import { type Cancelled, NoSuchThing, UsageError } from "./failures.js"
import { askSecret } from "./prompt.js"

/** Where a password comes from: no option holds the password itself, which other users could see. */
export interface PasswordSource {
  readonly passwordStdin: boolean | undefined
  readonly passwordFile: string | undefined
}

const withoutLineEnd = (content: string) => Redacted.make(content.replace(/\r?\n$/, ""))

const fromStdin = Effect.suspend(() =>
  process.stdin.isTTY
    ? new UsageError({ message: "--password-stdin reads what is piped in; leave it out to be asked" })
    : Effect.map(
        Effect.promise(() => text(process.stdin)),
        withoutLineEnd
      )
)

const fromFile = (path: string) =>
  Effect.mapBoth(
    Effect.tryPromise(() => readFile(path, "utf8")),
    {
      onSuccess: withoutLineEnd,
      onFailure: () => new NoSuchThing({ message: `--password-file: ${path} could not be read` })
    }
  )

/** Reads a password from standard input or a file, without the line end at its end, or asks for it on a terminal. */
export const readPassword = (
  { passwordFile, passwordStdin }: PasswordSource,
  question = "Password:"
): Effect.Effect<Redacted.Redacted, UsageError | NoSuchThing | Cancelled> => {
  if (passwordStdin === true && passwordFile !== undefined)
    return new UsageError({ message: "--password-stdin and --password-file: give one of them" })
  if (passwordStdin === true) return fromStdin
  return passwordFile === undefined
    ? askSecret(question, "--password-stdin or --password-file")
    : fromFile(passwordFile)
}
