import { configDefaults, defineConfig } from "vitest/config"

const report = process.env["TEST_REPORT"]

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Those run by configurations of their own: on the installed packages, and one after another.
    exclude: [...configDefaults.exclude, "test/packages/**", "test/faults/**"],
    globalSetup: ["test/support/bundleCommand.ts", "test/support/postgres/globalSetup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: one file on each, the other half of the time spent waiting for bcrypt workers and databases.
    maxWorkers: 2,
    minWorkers: 1,
    // CI counts the tests in this file.
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
