import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"

// Prints the address of every module that is loaded for the one it imports.
const HOOK = `export const load = (url, context, next) => (console.log(url), next(url, context))`
const program = (name: string): string => `
  import { register } from "node:module"
  register("data:text/javascript," + encodeURIComponent(${JSON.stringify(HOOK)}))
  await import("${name}")`

it("the client loads two packages, and not Effect", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    program("@boardwright/client")
  ])
  const loaded = stdout.split("\n").map((url) => url.replace(/^.*\/(node_modules|packages)\//, ""))
  const packages = new Set(loaded.filter(Boolean).map((path) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[0]))
  expect([...packages].toSorted()).toEqual(["client", "eventsource-parser"])
})
