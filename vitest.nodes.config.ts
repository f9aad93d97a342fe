import { defineConfig } from "vitest/config"
import { DEPENDENCIES } from "./test/support/suites.js"

const report = process.env["TEST_REPORT"]

/** A clone, the server and an app that embeds, on each Node that is supported. `npm run test:nodes`. */
export default defineConfig({
  test: {
    include: ["test/nodes/**/*.test.ts"],
    globalSetup: ["test/nodes/install.ts"],
    server: { deps: DEPENDENCIES },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // All at once: each waits for npm and for servers.
    maxWorkers: 3,
    minWorkers: 1,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
