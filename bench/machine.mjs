import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { cpus, loadavg, totalmem } from "node:os"
import { pinning } from "./measure/contestants.mjs"

const versionOf = (name) => {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  // Which is on Node 20 alone.
  if (name === "better-sqlite3" && !existsSync(file)) return "node:sqlite"
  return `${name} ${JSON.parse(readFileSync(file, "utf8")).version}`
}

const commit = () => {
  const git = (...parameters) => execFileSync("git", parameters, { encoding: "utf8", cwd: import.meta.dirname }).trim()
  return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--", "../packages") === "" ? "" : " and changes"}`
}

/** What was measured where and when, and how to read it. */
export const heading = () => {
  const memory = Math.round(totalmem() / 1e9)
  const machine = `${cpus().length} x ${cpus()[0].model}, ${memory} GB; ${pinning}`
  const versions = ["better-sqlite3", "pg", "fastify", "express", "bcryptjs"].map(versionOf)
  return `# Results

- ${new Date().toISOString()}, commit ${commit()}
- ${machine}; load average at the start ${loadavg()[0].toFixed(1)}
- Node ${process.version}, ${versions.join(", ")}

Figures are medians over rounds, and a ratio is the median of the rounds' ratios, which noise hits less than the figures
themselves. A high load average makes all figures worse, the ratios less so. [README.md](README.md) says what is
measured and how.`
}
