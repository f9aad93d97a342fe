import { defineConfig } from "vitest/config"
import { FAULTS } from "./test/support/suites.js"

const report = process.env["TEST_REPORT"]

/** What goes wrong around the built server, one at a time: times would mean nothing otherwise. `npm run test:faults`. */
export default defineConfig({
  test: {
    include: FAULTS,
    globalSetup: ["test/support/postgres/globalSetup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    // Tests that mostly wait do so together.
    maxConcurrency: 20,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
