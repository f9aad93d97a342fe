import { defineConfig } from "vitest/config"

const report = process.env["TEST_REPORT"]

/** The suites over HTTP on PostgreSQL, which otherwise run on SQLite. `npm run test:postgres`. */
export default defineConfig({
  test: {
    include: [
      "test/{authorization,http}/**/*.test.ts",
      "test/attacks/accounts/{enumeration,mailedTokens,oddAddresses,preHijacking,sessionTokens}.test.ts",
      "test/attacks/rights/**/*.test.ts"
    ],
    env: { TEST_STORAGE: "postgres" },
    globalSetup: ["test/support/postgres/globalSetup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: "threads",
    poolOptions: { threads: { isolate: false, maxThreads: 2, minThreads: 1 } },
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
  }
})
