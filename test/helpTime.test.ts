import { rmSync } from "node:fs"
import { afterAll, expect, it } from "vitest"
import { runCommand, temporaryDirectory } from "./support/childServer.js"

const ROUNDS = 9

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

it("boardwright --help is there in less than 0.3 s", async () => {
  const times: Array<number> = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const code = await runCommand(["--help"], {}, directory).ended
    times.push((performance.now() - began) / 1000)
    expect(code).toBe(0)
  }
  times.sort((one, other) => one - other)
  const [best, median] = [times[0] ?? Number.NaN, times[ROUNDS >> 1] ?? Number.NaN]
  process.stdout.write(`boardwright --help: best ${best.toFixed(3)} s, median ${median.toFixed(3)} s of ${ROUNDS}\n`)
  expect(best).toBeLessThan(0.3)
})
