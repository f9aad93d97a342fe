import { stripVTControlCharacters } from "node:util"
import { Command } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { type Console, Effect, Fiber } from "effect"
import { migrate } from "./commands/migrate.js"
import { serve } from "./commands/serve.js"
import { exitCodeOf, lineOf } from "./exitCode.js"

const boardwright = Command.make("boardwright").pipe(
  Command.withDescription("Boards, tasks and the people who work on them"),
  Command.withSubcommands([serve, migrate])
)

// Help comes with colours, which only a terminal shows.
const plain = (console: Console.Console): Console.Console => ({
  ...console,
  log: (...lines) => console.log(...lines.map((line) => stripVTControlCharacters(String(line))))
})

const main = Command.run(boardwright, { name: "Boardwright", version: "0.1.0" })(process.argv).pipe(
  Effect.provide(NodeContext.layer),
  (run) => (process.stdout.isTTY ? run : Effect.consoleWith((console) => Effect.withConsole(run, plain(console))))
)

const fiber = Effect.runFork(main)

// A signal to the process group arrives twice; only the first asks anything.
const stop = () => Effect.runFork(Fiber.interruptFork(fiber))
process.on("SIGINT", stop)
process.on("SIGTERM", stop)

fiber.addObserver((exit) => {
  const line = lineOf(exit)
  process.stderr.write(line === null ? "" : `${line}\n`, () => process.exit(exitCodeOf(exit)))
})
