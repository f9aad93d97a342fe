import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.js"
import { DEPENDENCIES } from "./test/support/suites.js"

const report = process.env["TEST_REPORT"]

/** The packages as they would be published: packed, and installed in empty apps. `npm run test:packages`. */
export default defineConfig({
  test: {
    include: ["test/packages/**/*.test.ts"],
    globalSetup: ["test/packages/install.ts", "test/support/postgres/globalSetup.ts"],
    server: { deps: DEPENDENCIES },
    testTimeout: 300_000,
    maxWorkers: 3,
    minWorkers: 1,
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
