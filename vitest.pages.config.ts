import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.js"
import { SHARED } from "./test/support/suites.js"

/** The pages in a browser, on the built server. `npm run test:pages`. */
export default defineConfig({
  test: {
    ...SHARED,
    include: ["test/pages/**/*.test.ts"],
    globalSetup: ["test/support/temporaryFolder.ts", "test/pages/requireBrowser.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Two processes, which keep their browser and their modules from file to file.
    pool: "forks",
    poolOptions: { forks: { isolate: false, maxForks: 2, minForks: 1 } },
    sequence: { sequencer: LongestFirst }
  }
})
