import { spawn } from "node:child_process"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { vi } from "vitest"
import { freePort } from "../support/freePort.js"

// The newcomer has cloned already, and what `npm ci` does has been done; the rest is npm's own.
const STAND_INS = {
  git: "exit 0",
  npm: `if [ "$1" = ci ]; then exit 0; fi; PATH="\${PATH#*:}" exec npm "$@"`
}

/** Types commands into a shell in a clone, where the port 3000 of the README is a free one. */
export const runReadme = async (folder: string, commands: string) => {
  const standIns = join(folder, ".git", "stand-ins")
  mkdirSync(standIns)
  for (const [name, script] of Object.entries(STAND_INS)) {
    writeFileSync(join(standIns, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(standIns, name), 0o755)
  }
  const port = await freePort()
  const env = {
    PATH: `${standIns}${delimiter}${process.env["PATH"]}`,
    HOME: process.env["HOME"],
    PORT: String(port)
  }
  const typed = commands.replaceAll(/\bcd [\w./-]+/g, "true")
  const shell = spawn("bash", ["--norc", "-ec", typed], { cwd: folder, env, detached: true })
  const ended = new Promise<number | null>((resolve) => shell.once("close", resolve))
  let output = ""
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
  const url = `http://127.0.0.1:${port}`
  await vi
    .waitFor(async () => fetch(`${url}/api/health`), { timeout: 30_000, interval: 50 })
    .catch((cause: unknown) => {
      throw new Error(`no server answers after\n${commands}\n${output}`, { cause })
    })
  return {
    port,
    output: () => output,
    stop: async () => {
      process.kill(-Number(shell.pid), "SIGTERM")
      await ended
    }
  }
}
