import { execFile } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { serve, temporaryDirectory } from "./support/childServer.js"
import { BASH, expectTour, tourOn } from "./support/tour.js"

it("the README's tour works as printed", async () => {
  const directory = temporaryDirectory()
  const server = await serve(join(directory, "data"))
  try {
    expectTour(server.url, await promisify(execFile)("bash", [...BASH, tourOn(server.url)], { cwd: directory }))
  } finally {
    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
    rmSync(directory, { recursive: true, force: true })
  }
})
