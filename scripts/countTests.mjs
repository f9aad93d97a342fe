#!/usr/bin/env node
// "PASSED FAILED" of one run, from its JSON report (vitest's form) and its exit code: countTests.mjs REPORT CODE
import { existsSync, readFileSync } from "node:fs"

const [report = "", code = "1"] = process.argv.slice(2)

const countsOf = (run) => {
  // A file that does not even load has a failed result and no test in it.
  const unloaded = (run.testResults ?? []).filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0
  )
  return { passed: run.numPassedTests, failed: run.numFailedTests + unloaded.length }
}

const counts = existsSync(report)
  ? countsOf(JSON.parse(readFileSync(report, "utf8")))
  : { passed: code === "0" ? 1 : 0, failed: 0 }

console.log(`${counts.passed} ${counts.failed === 0 && code !== "0" ? 1 : counts.failed}`)
