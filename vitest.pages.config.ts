import { defineConfig } from "vitest/config"
import { SHARED } from "./test/support/suites.js"

/** The pages in a browser, on the built server. `npm run test:pages`. */
export default defineConfig({
  test: {
    ...SHARED,
    include: ["test/pages/**/*.test.ts"],
    globalSetup: ["test/support/temporaryFolder.ts", "test/pages/requireBrowser.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    minWorkers: 1
  }
})
