import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"
import { LAUNCHER } from "./support/childServer.js"

const ROUNDS = 9
const COMMANDS = [
  "",
  ...["serve", "migrate up", "import", "export", "seed", "user create", "workspace list"],
  ...["board list", "token mint", "completions"]
]

const timeOf = (words: ReadonlyArray<string>): number => {
  const began = performance.now()
  expect(spawnSync(process.execPath, words).status).toBe(0)
  return performance.now() - began
}

it("the help of every command takes less than twice the time of an empty script and 60 ms", { timeout: 60_000 }, () => {
  const empty: Array<number> = []
  const times = new Map<string, Array<number>>(COMMANDS.map((command) => [command, []]))
  for (let round = 0; round < ROUNDS; round++) {
    empty.push(timeOf(["-e", "0"]))
    for (const [command, all] of times) all.push(timeOf([LAUNCHER, ...command.split(" ").filter(Boolean), "--help"]))
  }
  const limit = 2 * Math.min(...empty) + 60
  for (const [command, all] of times) {
    const best = Math.min(...all)
    process.stdout.write(
      `boardwright ${command} --help: best ${best.toFixed(0)} ms of ${ROUNDS}, limit ${limit.toFixed(0)}\n`
    )
    expect([command, best < limit]).toEqual([command, true])
  }
})
