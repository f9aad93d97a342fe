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

/** A tool that reads nothing finds nothing wrong and exits 0: it has to say how much it read, and that must be all. */
const readAtLeast = (expected, count) => (output) => {
  const read = Number(count.exec(output)?.[1] ?? 0)
  return expected > 0 && read >= expected
    ? undefined
    : `It read ${read} files; there are ${expected} TypeScript sources.`
}

const format = { name: "format", command: "prettier --check --log-level warn ." }
const lint = { name: "lint", command: "oxlint --deny-warnings --report-unused-disable-directives" }
const boundaries = {
  name: "boundaries",
  command: `depcruise --config .dependency-cruiser.cjs --output-type err-long ${cruised.map((glob) => `"${glob}"`).join(" ")}`,
  verify: readAtLeast(sources.length + tests.length, /(\d+) modules/)
}
// It writes the declarations that `effect` reads. The types of the tests are checked with their use of Effect, in one program.
const types = { name: "types", command: "tsc -b tsconfig.packages.json --pretty false" }
const effect = (projects, expected) => ({
  name: projects === "tests" ? "types and effect, tests" : `effect, ${projects}`,
  command: `node scripts/effect.mjs ${projects}`,
  verify: readAtLeast(expected.length, /Checked (\d+) files/),
  after: types
})
// What documents say of the configuration, against the definitions that are built.
const docs = { name: "docs", command: "node scripts/docs.mjs --check" }
const deadCode = { name: "dead code", command: "knip --no-progress --no-config-hints" }

/** Two cores, two lanes. */
const lanes = [
  [types, effect("packages", sources), docs],
  [format, lint, deadCode, boundaries, effect("tests", tests)]
]

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

const ended = new Map()

const check = async ({ after, command, name, verify }) => {
  await ended.get(after)
  const start = performance.now()
  const { code, output } = await run(command)
  const complaint = code === 0 ? verify?.(output) : `${command}\nexited with ${code}`
  const passed = complaint === undefined
  console.log(`${passed ? "ok    " : "FAILED"}  ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  if (!passed) console.log(`${output.trim()}\n${complaint}`.replace(/^/gm, "        "))
  return { name, passed, complaint }
}

const inTurn = async (lane) => {
  const results = []
  for (const step of lane) {
    ended.set(step, check(step))
    results.push(await ended.get(step))
  }
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
