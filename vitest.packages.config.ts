import { defineConfig } from "vitest/config"

const report = process.env["TEST_REPORT"]

/** The packages as they would be published: packed, and installed in empty apps. `npm run test:packages`. */
export default defineConfig({
  test: {
    include: ["test/packages/**/*.test.ts"],
    globalSetup: ["test/packages/install.ts", "test/support/postgres/globalSetup.ts"],
    testTimeout: 300_000,
    maxWorkers: 2,
    minWorkers: 1,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
