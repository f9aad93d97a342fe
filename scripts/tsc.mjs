#!/usr/bin/env node
// TypeScript 7 with Effect's diagnostics, which npm installs on Linux on x64; on other systems TypeScript 7 alone.
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"

const { resolve } = createRequire(import.meta.url)
const hasEffect = process.platform === "linux" && process.arch === "x64"
if (!hasEffect) console.error("Effect's diagnostics are not checked: their compiler is not built for this system.")

const [command, ...script] = hasEffect
  ? [resolve("@effect/tsgo-linux-x64/lib/tsc")]
  : [process.execPath, resolve("@typescript/native/bin/tsc")]
const { error, status } = spawnSync(command, [...script, ...process.argv.slice(2)], { stdio: "inherit" })
if (error !== undefined) throw error
process.exitCode = status ?? 1
