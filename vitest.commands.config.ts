import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.js"
import { COMMANDS, SHARED } from "./test/support/suites.js"

/** Commands as processes of their own, and large amounts of everything. `npm run test:commands`. */
export default defineConfig({
  test: {
    ...SHARED,
    include: COMMANDS,
    globalSetup: ["test/support/temporaryFolder.ts", "test/support/postgres/globalSetup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores: a third of the time is spent waiting.
    maxWorkers: 3,
    minWorkers: 1,
    sequence: { sequencer: LongestFirst }
  }
})
