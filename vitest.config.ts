import { configDefaults, defineConfig } from "vitest/config"
import { COMMANDS, FAULTS } from "./test/support/suites.js"

const report = process.env["TEST_REPORT"]

// They share nothing but modules, whose loading would take half of their time.
const sharingModules = [
  "test/{http,equality,postgres}/**/*.test.ts",
  "test/authorization/**/*.test.ts",
  "packages/{core,http,sql,testing,web}/test/**/*.test.ts"
]
// Those run by configurations of their own.
const elsewhere = [...configDefaults.exclude, "test/packages/**", ...FAULTS, ...COMMANDS]

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "isolated",
          include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...elsewhere, ...sharingModules],
          globalSetup: ["test/support/bundleCommand.ts", "test/support/postgres/globalSetup.ts"]
        }
      },
      {
        extends: true,
        test: {
          name: "sharing",
          include: sharingModules,
          isolate: false,
          globalSetup: ["test/support/postgres/globalSetup.ts"]
        }
      }
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: one file on each, the other half of the time spent waiting for bcrypt workers and databases.
    maxWorkers: 2,
    minWorkers: 1,
    // CI counts the tests in this file.
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
