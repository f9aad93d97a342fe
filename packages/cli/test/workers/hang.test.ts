import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const SCRIPT = fileURLToPath(new URL("hang.mjs", import.meta.url))

it(
  "a worker whose event loop hangs is replaced, and another one gets the connection that it has not taken; at its start it is noticed too",
  { timeout: 60_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT])
    const { answers, hanging, later, log, other, starting } = JSON.parse(stdout)
    expect(answers).toEqual([other, other, other])
    expect(later).not.toContain(null)
    expect(log).toEqual([
      `worker ${hanging} has not answered for 3 s and is killed`,
      `worker ${hanging} ended with SIGKILL; another takes its place`,
      expect.stringMatching(`^worker \\d+ has taken the place of ${hanging}$`)
    ])
    expect(starting).toEqual([
      expect.stringMatching(/^worker \d+ has not answered for 12 s and is killed$/),
      "a worker ended with SIGKILL before it listened"
    ])
  }
)
