#!/usr/bin/env node
// TypeScript 7 with Effect's diagnostics, which is built for Linux on x64; elsewhere, where npm does not install it, TypeScript 7 alone.
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"

const { resolve } = createRequire(import.meta.url)

const findCompiler = () => {
  try {
    return [resolve("@effect/tsgo-linux-x64/lib/tsc")]
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error
    console.error("Effect's diagnostics are not checked here: there is no compiler with them for this system.")
    return [process.execPath, resolve("@typescript/native/bin/tsc")]
  }
}

const [command, ...script] = findCompiler()
const { error, status } = spawnSync(command, [...script, ...process.argv.slice(2)], { stdio: "inherit" })
if (error !== undefined) throw error
process.exitCode = status ?? 1
