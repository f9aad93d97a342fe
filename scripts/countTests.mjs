#!/usr/bin/env node
// "PASSED FAILED" of one run, from its JSON report (vitest's form) and its exit code: countTests.mjs REPORT CODE
// What failed goes to standard error, with the first lines of why.
import { existsSync, readFileSync } from "node:fs"

const [report = "", code = "1"] = process.argv.slice(2)

const countsOf = (run) => {
  // A file that does not even load has a failed result and no test in it.
  const unloaded = (run.testResults ?? []).filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0
  )
  return { passed: run.numPassedTests, failed: run.numFailedTests + unloaded.length }
}

/** Enough to tell an assertion from a crash. */
const WHY_LINES = 6

const tellFailures = (run) => {
  for (const { assertionResults, message, name, status } of run.testResults ?? []) {
    if (status === "failed" && assertionResults.length === 0) console.error(`FAILED ${name}\n${message}`)
    for (const test of assertionResults.filter((each) => each.status === "failed")) {
      const why = test.failureMessages.join("\n").split("\n").slice(0, WHY_LINES)
      console.error([`FAILED ${name}: ${test.fullName}`, ...why].join("\n  "))
    }
  }
}

const run = existsSync(report)
  ? JSON.parse(readFileSync(report, "utf8"))
  : { numPassedTests: code === "0" ? 1 : 0, numFailedTests: 0 }
const counts = countsOf(run)
tellFailures(run)

console.log(`${counts.passed} ${counts.failed === 0 && code !== "0" ? 1 : counts.failed}`)
