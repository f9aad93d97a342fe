import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.js"
import { SHARED } from "./test/support/suites.js"

/** The packages as they would be published: packed, and installed in empty apps. `npm run test:packages`. */
export default defineConfig({
  test: {
    ...SHARED,
    include: ["test/packages/**/*.test.ts"],
    globalSetup: ["test/packages/install.ts", "test/support/postgres/globalSetup.ts"],
    testTimeout: 300_000,
    maxWorkers: 3,
    minWorkers: 1,
    sequence: { sequencer: LongestFirst }
  }
})
