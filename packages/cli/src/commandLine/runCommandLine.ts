import { type CommandInfo, proposeCompletions, run } from "@stricli/core"
import { Effect } from "effect"
import { UsageError } from "../terminal/failures.js"
import { print, showsColours } from "../terminal/print.js"
import { application, NAME } from "./application.js"
import { commands } from "./commands.js"
import { anyOf, type Context, type Start } from "./parameters.js"

const ROOT_OPTIONS = new Set(["--help", "-h", "--version", "--"])

/** A word that begins like an option and that Stricli would read as an argument. */
const MALFORMED = /^--(?![a-z][a-z-.\d_]+(=.+)?$)./i

const requireWellFormed = (words: ReadonlyArray<string>) => {
  const [first = ""] = words
  const escape = words.indexOf("--")
  const word =
    first.startsWith("-") && !ROOT_OPTIONS.has(first)
      ? first
      : (escape < 0 ? words : words.slice(0, escape)).find((word) => MALFORMED.test(word))
  if (word === undefined) return Effect.void
  const [name] = word.split("=")
  return new UsageError({ message: `${name} ${word === `${name}=` ? "has no value" : "is not an option"}` })
}

/** The group of commands that the first word names, or all commands. */
const groupOf = ([name = ""]: ReadonlyArray<string>) => {
  const target = commands.getRoutingTargetForInput(name)
  return target !== undefined && "getAllEntries" in target
    ? { path: `${NAME} ${name}`, entries: target.getAllEntries() }
    : { path: NAME, entries: commands.getAllEntries() }
}

const withHelp = (help: string) => (failure: unknown) =>
  failure instanceof UsageError && failure.help === undefined
    ? new UsageError({ message: failure.message, help })
    : failure

const runApplication = Effect.fnUntraced(function* (words: ReadonlyArray<string>) {
  yield* requireWellFormed(words)
  const { entries, path: group } = groupOf(words)
  let path = group
  let output = ""
  let start: Start | null = null as Start | null
  const problems: Array<string> = []
  const streams = {
    stdout: {
      write: (text: string) => void (output += text),
      getColorDepth: () => (showsColours(process.stdout) ? 4 : 1)
    },
    stderr: { write: (text: string) => void problems.push(text.trim()) }
  }
  const context = {
    process: streams,
    forCommand: ({ prefix }: CommandInfo): Context => {
      path = prefix.join(" ")
      return { process: streams, choose: (chosen) => void (start = chosen) }
    }
  }
  yield* Effect.promise(() => run(application, words, context))
  if (problems.length > 0) return yield* new UsageError({ message: problems.join("; "), help: path })
  if (start !== null) return yield* Effect.mapError(Effect.flatten(Effect.promise(start)), withHelp(path))
  if (output === "")
    return yield* new UsageError({
      message: `a command is missing: ${anyOf(entries.map(({ name }) => name.original))}`,
      help: path
    })
  return yield* print(output)
})

/** Writes the proposals for the last word: a line each, with a tab before the description. */
const complete = Effect.fnUntraced(function* (words: ReadonlyArray<string>) {
  const { stderr, stdout } = process
  const proposals = yield* Effect.promise(() =>
    proposeCompletions(application, words, { process: { stdout, stderr }, choose: () => undefined })
  )
  const lines = proposals
    .filter(({ completion }) => completion !== "--" && (words.at(-1) !== "" || !completion.startsWith("-")))
    .map(({ brief, completion }) => `${completion}\t${brief}\n`)
  yield* print(lines.join(""))
})

/** Runs what the words after the program's name say: a command, help, or completions for a shell's script. */
export const runCommandLine = (words: ReadonlyArray<string>): Effect.Effect<void, unknown> => {
  const [first, ...others] = words
  if (first === "__complete") return complete(others)
  if (first === undefined) return runApplication(["--help"])
  return runApplication(first === "help" ? [...others, "--help"] : words)
}
