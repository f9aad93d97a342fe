import { Effect, Fiber } from "effect"
import { commands } from "./commands/index.js"
import { endingOf, EXIT } from "./exitCode.js"
import { readCommandLine } from "./terminal/readCommandLine.js"
import type { CommandShape } from "./terminal/CommandShape.js"
import type { Entry } from "./terminal/Entry.js"
import { helpText } from "./terminal/helpText.js"
import { print } from "./terminal/print.js"
import { failureAsJson, logsJson } from "./logFormat.js"
import { rootShape } from "./terminal/rootShape.js"

declare const BOARDWRIGHT_VERSION: string

/** Reads the words against what is known, and writes help or runs what `run` makes of them. */
const read = (
  root: CommandShape,
  words: ReadonlyArray<string>,
  run: (words: ReadonlyArray<string>) => Effect.Effect<void, unknown>
) =>
  Effect.flatMap(readCommandLine(root, words), (request) =>
    request._tag === "Help" ? print(helpText(request.path, request.command)) : run(request.words)
  )

// Only the command that is named is loaded, with what it needs.
const load = async (entry: Entry) => {
  if ("server" in entry) {
    const { serve, variables } = await entry.server()
    return { shape: { name: entry.name, variables }, run: () => serve }
  }
  const [command, { runWords, shapeOf }] = await Promise.all([entry.load(), import("./commands/tools.js")])
  return { shape: shapeOf(command), run: (words: ReadonlyArray<string>) => runWords(command, words) }
}

const main = (given: ReadonlyArray<string>): Effect.Effect<void, unknown> => {
  const [first, ...others] = given
  if (first === "--version") return print(`${BOARDWRIGHT_VERSION}\n`)
  if (first === undefined) return main(["--help"])
  if (first === "help") return main([...others, "--help"])
  const entry = commands.find(({ name }) => name === first)
  if (entry === undefined) return read(rootShape(commands), given, () => Effect.void)
  return Effect.flatMap(
    Effect.promise(() => load(entry)),
    ({ run, shape }) => read(rootShape(commands, [shape]), given, ([, ...words]) => run(words))
  )
}

const given = process.argv.slice(2)
const isServer = commands.some((entry) => "server" in entry && entry.name === given[0])
let whenInterrupted: number = EXIT.ok
let brokenOutput: string | null = null

const fiber = Effect.runFork(main(given))

const interrupt = (code: number) => {
  if (!isServer) whenInterrupted = code
  Effect.runFork(Fiber.interruptFork(fiber))
}
// A signal to the process group arrives twice; only the first asks anything.
process.on("SIGINT", () => interrupt(EXIT.interrupted))
process.on("SIGTERM", () => interrupt(EXIT.terminated))
process.on("SIGHUP", () => interrupt(EXIT.hungUp))
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever read the output has seen enough.
  if (error.code !== "EPIPE") brokenOutput = `standard output cannot be written: ${error.code ?? error.message}`
  interrupt(error.code === "EPIPE" ? EXIT.pipeClosed : EXIT.failure)
})
// There is no other place to complain in.
process.stderr.on("error", () => undefined)

const isVerbose = ["debug", "trace", "all"].includes((process.env["LOG_LEVEL"] ?? "").toLowerCase())

fiber.addObserver((exit) => {
  const { code, message } = endingOf(exit, { whenInterrupted, verbose: isVerbose })
  const plain = message ?? (brokenOutput === null ? null : `boardwright: ${brokenOutput}`)
  // A wrong command line is not a failed start: its answer is for the person who typed it.
  const isLogged = isServer && code !== EXIT.usage && logsJson(process.env["LOG_FORMAT"])
  const last = plain !== null && isLogged ? failureAsJson(plain, code) : plain
  const leave = () => process.exit(code)
  process.stdout.write("", () => (last === null ? leave() : process.stderr.write(`${last}\n`, leave)))
})
