import { defineConfig } from "vitest/config"
import { DEPENDENCIES } from "./test/support/suites.js"

const report = process.env["TEST_REPORT"]

/** The pages in a browser, on the built server. `npm run test:pages`. */
export default defineConfig({
  test: {
    include: ["test/pages/**/*.test.ts"],
    globalSetup: ["test/support/temporaryFolder.ts", "test/pages/requireBrowser.ts"],
    server: { deps: DEPENDENCIES },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    minWorkers: 1,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
