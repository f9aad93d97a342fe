import { defineConfig } from "vitest/config"
import { SHARED } from "./test/support/suites.js"

/** A clone, the server and an app that embeds, on each Node that is supported. `npm run test:nodes`. */
export default defineConfig({
  test: {
    ...SHARED,
    include: ["test/nodes/**/*.test.ts"],
    globalSetup: ["test/nodes/install.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // All at once: each waits for npm and for servers.
    maxWorkers: 3,
    minWorkers: 1
  }
})
