#!/usr/bin/env node
// "PASSED FAILED" of one run, from its JSON report (vitest's form), its exit code and its output:
// countTests.mjs REPORT CODE OUTPUT
// What failed goes to standard error, with the first lines of why.
import { existsSync, readFileSync } from "node:fs"

const [report = "", code = "1", output = ""] = process.argv.slice(2)

const countsOf = (run) => {
  // A file that does not even load has a failed result and no test in it.
  const unloaded = (run.testResults ?? []).filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0
  )
  return { passed: run.numPassedTests, failed: run.numFailedTests + unloaded.length }
}

/** Of each failure of a test; enough to tell an assertion from a crash. */
const WHY_LINES = 6
/** Enough to find an error that belongs to no test. */
const OUTPUT_LINES = 40

const tellFailures = (run) => {
  for (const { assertionResults, message, name, status } of run.testResults ?? []) {
    if (status === "failed" && assertionResults.length === 0) console.error(`FAILED ${name}\n${message}`)
    for (const test of assertionResults.filter((each) => each.status === "failed")) {
      const why = test.failureMessages.flatMap((failure) => failure.split("\n").slice(0, WHY_LINES))
      console.error([`FAILED ${name}: ${test.fullName}`, ...why].join("\n  "))
    }
  }
}

const run = existsSync(report)
  ? JSON.parse(readFileSync(report, "utf8"))
  : { numPassedTests: code === "0" ? 1 : 0, numFailedTests: 0 }
const counts = countsOf(run)
tellFailures(run)

// An error outside of every test, say a worker that crashed: vitest's JSON has no place for it, its output has.
const outside = counts.failed === 0 && code !== "0"
if (outside) {
  const lines = existsSync(output) ? readFileSync(output, "utf8").split("\n") : []
  const from = lines.findIndex((line) => line.includes("Unhandled"))
  console.error(`FAILED ${report}: exit code ${code}, and no test of it failed`)
  console.error((from === -1 ? lines.slice(-OUTPUT_LINES) : lines.slice(from, from + OUTPUT_LINES)).join("\n"))
}

console.log(`${counts.passed} ${outside ? 1 : counts.failed}`)
