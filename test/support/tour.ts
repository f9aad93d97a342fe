import { readFileSync } from "node:fs"
import { expect } from "vitest"
import { ROOT } from "../packages/run.js"

/** The README's tour as a script for bash, on a server at an address. */
export const tourOn = (url: string): string => {
  const script = /```sh tour\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}README.md`, "utf8"))?.[1]
  if (script === undefined) throw new Error("the README has no tour")
  return `TOKEN=\n${script.replaceAll("http://127.0.0.1:3000", url)}`
}

/** How bash is started to run it. */
export const BASH = ["--norc", "-euo", "pipefail", "-c"]

/** Checks what the tour printed. */
export const expectTour = (url: string, { stderr, stdout }: { readonly stderr: string; readonly stdout: string }) => {
  expect(stderr).toBe("")
  expect(stdout).toContain('{"success":true,"message":"Account created.')
  expect(stdout).toContain(`${url}/signin?verified=true&message=`)
  expect(stdout).toContain("[ 'Dig the beds', 'done', '2027-03-01T00:00:00.000Z' ]")
  expect(stdout).toContain("[ 'Sow peas', 'working', '2027-03-25T00:00:00.000Z' ]")
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("Plant beans")
}
