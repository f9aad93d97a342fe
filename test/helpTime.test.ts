import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { LAUNCHER } from "./support/childServer.js"

const ROUNDS = 3

/** Rounds after which a command that has not once been within the limit is too slow. */
const MOST_ROUNDS = 40

const COMMANDS = [
  "",
  ...["serve", "migrate up", "import", "export", "seed", "user create", "workspace list"],
  ...["board list", "token mint", "completions"]
]

const run = promisify(execFile)

// vitest ends a run with an error if a test holds up its process for a minute, as calls that wait would on a slow machine.
const timeOf = async (words: ReadonlyArray<string>): Promise<number> => {
  const began = performance.now()
  await run(process.execPath, words)
  return performance.now() - began
}

// The best times are compared: what else a machine does adds to a time. A busy one gets more rounds to show its best.
it(
  "the help of every command takes less than twice the time of an empty script and 60 ms",
  { timeout: 240_000 },
  async () => {
    let empty = Infinity
    const best = new Map<string, number>(COMMANDS.map((command) => [command, Infinity]))
    const limit = () => 2 * empty + 60
    const slow = () => [...best].filter(([, time]) => time >= limit()).map(([command]) => command)
    let round = 0
    for (; round < ROUNDS || (slow().length > 0 && round < MOST_ROUNDS); round++) {
      // Twice: the limit is that of the best.
      empty = Math.min(empty, await timeOf(["-e", "0"]), await timeOf(["-e", "0"]))
      for (const [command, time] of best) {
        const words = [LAUNCHER, ...command.split(" ").filter(Boolean), "--help"]
        best.set(command, Math.min(time, await timeOf(words)))
      }
    }
    for (const [command, time] of best) {
      process.stdout.write(
        `boardwright ${command} --help: best ${time.toFixed(0)} ms of ${round}, limit ${limit().toFixed(0)}\n`
      )
    }
    expect(slow()).toEqual([])
  }
)
