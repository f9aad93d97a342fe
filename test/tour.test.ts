import { execFile } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { serve, temporaryDirectory } from "./support/childServer.js"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

const tour = (url: string): string => {
  const script = /```sh tour\n([\s\S]*?)```/.exec(readme)?.[1]
  if (script === undefined) throw new Error("the README has no tour")
  return script.replaceAll("http://localhost:3000", url)
}

it("the README's tour works as printed", async () => {
  const directory = temporaryDirectory()
  const server = await serve(join(directory, "data"))
  try {
    const { stderr, stdout } = await promisify(execFile)(
      "bash",
      ["--norc", "-euo", "pipefail", "-c", `TOKEN=\n${tour(server.url)}`],
      {
        cwd: directory
      }
    )
    expect(stderr).toBe("")
    expect(stdout).toContain('{"success":true,"message":"Account created.')
    expect(stdout).toContain(`${server.url}/signin?verified=true&message=`)
    expect(stdout).toContain("[ 'Dig the beds', 'done', '2027-03-01T00:00:00.000Z' ]")
    expect(stdout).toContain("[ 'Sow peas', 'working', '2027-03-25T00:00:00.000Z' ]")
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("Plant beans")
  } finally {
    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
    rmSync(directory, { recursive: true, force: true })
  }
})
