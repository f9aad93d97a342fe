import { Effect, Fiber } from "effect"
import { runCommandLine } from "./commandLine/runCommandLine.js"
import { endingOf, EXIT } from "./exitCode.js"
import { failureAsJson, logsJson, logVariable } from "./logFormat.js"

const words = process.argv.slice(2)
const isServer = words[0] === "serve"
let whenInterrupted: number = EXIT.ok
let brokenOutput: string | null = null

// For a process that ends because it waits for nothing, before the command has ended.
process.exitCode = EXIT.bug
const fiber = Effect.runFork(runCommandLine(words))

const interrupt = (code: number) => {
  if (!isServer) whenInterrupted = code
  Effect.runFork(Fiber.interruptFork(fiber))
}
// A signal to the process group arrives twice; the second changes nothing.
process.on("SIGINT", () => interrupt(EXIT.interrupted))
process.on("SIGTERM", () => interrupt(EXIT.terminated))
// A server with workers restarts them instead, by a listener of its own.
process.on("SIGHUP", () => process.listenerCount("SIGHUP") > 1 || interrupt(EXIT.hungUp))
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader of the output closed it.
  if (error.code !== "EPIPE") brokenOutput = `standard output cannot be written: ${error.code ?? error.message}`
  interrupt(error.code === "EPIPE" ? EXIT.pipeClosed : EXIT.failure)
})
// A failure of standard error cannot be reported anywhere.
process.stderr.on("error", () => undefined)

const isVerbose = ["debug", "trace", "all"].includes(logVariable("LOG_LEVEL").toLowerCase())

fiber.addObserver((exit) => {
  const { code, message } = endingOf(exit, { whenInterrupted, verbose: isVerbose })
  const plain = message ?? (brokenOutput === null ? null : `boardwright: ${brokenOutput}`)
  // A wrong command line is reported in plain text, to the person who typed it.
  const isLogged = isServer && code !== EXIT.usage && logsJson(logVariable("LOG_FORMAT"))
  const last = plain !== null && isLogged ? failureAsJson(plain, code) : plain
  const leave = () => process.exit(code)
  process.stdout.write("", () => (last === null ? leave() : process.stderr.write(`${last}\n`, leave)))
})
