import { defineConfig } from "vitest/config"
import { COMMANDS } from "./test/support/suites.js"

const report = process.env["TEST_REPORT"]

/** Commands as processes of their own, and large amounts of everything. `npm run test:commands`. */
export default defineConfig({
  test: {
    include: COMMANDS,
    globalSetup: ["test/support/postgres/globalSetup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    minWorkers: 1,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
