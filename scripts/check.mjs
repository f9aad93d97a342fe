#!/usr/bin/env node
// The static checks, one line each; the output of a failing one follows its line. `npm run check`.
import { spawn } from "node:child_process"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const bin = join(root, "node_modules", ".bin")

const typescriptIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true })
        .filter((file) => /\.[cm]?tsx?$/.test(file))
        .map((file) => join(folder, file))
    : []

const packages = readdirSync(join(root, "packages"))
const examples = readdirSync(join(root, "examples"))
const folders = [...packages.map((name) => join("packages", name)), ...examples.map((name) => join("examples", name))]
const sources = folders.flatMap((folder) => typescriptIn(join(folder, "src")))
const tests = [...folders.map((folder) => join(folder, "test")), "test"].flatMap(typescriptIn)
const cruised = ["packages/*/src", "packages/*/test", "test", "examples/*/src", "examples/*/test", "bench"].filter(
  (folder) => folder.includes("*") || existsSync(join(root, folder))
)

// A tool that reads nothing finds nothing wrong and exits 0, so two have to say what they read.
const cruisedAll = (output) => {
  const read = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
  const expected = sources.length + tests.length
  return read >= expected ? undefined : `It read ${read} files; there are ${expected} TypeScript sources.`
}
const LISTED = /^(?:\/|[A-Z]:|bundled:).*\n/gm
const checkedAll = (output) => {
  const read = new Set(output.match(LISTED)?.map((line) => line.trim()))
  const missed = [...sources, ...tests].filter((file) => !read.has(join(root, file).replaceAll("\\", "/")))
  return missed.length === 0 ? undefined : `It did not read ${missed.join(", ")}.`
}

const format = { name: "format", command: "oxfmt --check" }
const lint = { name: "lint", command: "oxlint --deny-warnings --report-unused-disable-directives" }
const boundaries = {
  name: "boundaries",
  command: `depcruise --config .dependency-cruiser.cjs --output-type err-long ${cruised.map((glob) => `"${glob}"`).join(" ")}`,
  verify: cruisedAll
}
// One compiler for types and Effect's diagnostics. It says nothing of projects that have not changed, hence --force.
const types = {
  name: "types and effect",
  command: "node scripts/tsc.mjs -b --force --pretty false --listFiles",
  verify: checkedAll
}
// What documents say of the configuration, against the definitions that are built.
const docs = { name: "docs", command: "node scripts/docs.mjs --check" }
const deadCode = { name: "dead code", command: "knip --no-progress --no-config-hints" }

/** The compiler takes both cores where it can. */
const lanes = [[types], [format, lint, docs, deadCode, boundaries]]

const run = (command) =>
  new Promise((resolve) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}`, NO_COLOR: "1" }
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
    child.on("close", (code) => resolve({ code, output }))
  })

const check = async ({ command, name, verify }) => {
  const start = performance.now()
  const { code, output } = await run(command)
  const complaint = code === 0 ? verify?.(output) : `${command}\nexited with ${code}`
  const passed = complaint === undefined
  console.log(`${passed ? "ok    " : "FAILED"}  ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  if (!passed) console.log(`${output.replaceAll(LISTED, "").trim()}\n${complaint}`.replace(/^/gm, "        "))
  return { name, passed, complaint }
}

const inTurn = async (lane) => {
  const results = []
  for (const step of lane) results.push(await check(step))
  return results
}

const results = (await Promise.all(lanes.map(inTurn))).flat()
const passed = results.filter((step) => step.passed).length
const failed = results.length - passed
console.log(`${passed} steps passed, ${failed} failed`)
if (process.env["TEST_REPORT"]) {
  const assertionResults = results.map(({ complaint, name, passed }) =>
    passed ? { fullName: name, status: "passed" } : { fullName: name, status: "failed", failureMessages: [complaint] }
  )
  const testResults = [{ name: "check", status: failed === 0 ? "passed" : "failed", assertionResults }]
  writeFileSync(
    process.env["TEST_REPORT"],
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults })
  )
}
process.exitCode = failed === 0 ? 0 : 1
