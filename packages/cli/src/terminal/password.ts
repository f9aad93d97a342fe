import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { Options } from "@effect/cli"
import { Effect, Option, Redacted } from "effect"
import { type Cancelled, NoSuchThing, UsageError } from "./failures.js"
import { askSecret } from "./prompt.js"

/** `--password-stdin` and `--password-file`; there is none for the password itself, which others would see. */
export const passwordOptions = {
  passwordStdin: Options.boolean("password-stdin").pipe(
    Options.withDescription("Read the password from standard input")
  ),
  passwordFile: Options.text("password-file").pipe(
    Options.withPseudoName("FILE"),
    Options.optional,
    Options.withDescription("Read the password from a file")
  )
}

/** What the options of a password say. */
export interface PasswordGiven {
  readonly passwordStdin: boolean
  readonly passwordFile: Option.Option<string>
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

/** The password: from standard input or a file, less the line end at its end, else asked for twice on a terminal. */
export const readPassword = (
  { passwordFile, passwordStdin }: PasswordGiven,
  question = "Password:"
): Effect.Effect<Redacted.Redacted, UsageError | NoSuchThing | Cancelled> => {
  if (passwordStdin && Option.isSome(passwordFile))
    return new UsageError({ message: "--password-stdin and --password-file: give one of them" })
  if (passwordStdin) return fromStdin
  return Option.match(passwordFile, {
    onNone: () => askSecret(question, "--password-stdin or --password-file"),
    onSome: fromFile
  })
}
