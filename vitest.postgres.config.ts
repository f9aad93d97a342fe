import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.js"
import { BEHIND_PGBOUNCER, SHARED } from "./test/support/suites.js"

const globalSetup = ["test/support/postgres/globalSetup.ts"]

const behindPgBouncer = (mode: "transaction" | "session", more: ReadonlyArray<string>) => ({
  extends: true as const,
  test: {
    ...SHARED,
    name: `PgBouncer, ${mode}`,
    include: ["packages/postgres/test/contract.test.ts", ...BEHIND_PGBOUNCER, ...more],
    env: { TEST_PGBOUNCER: mode },
    globalSetup,
    pool: "forks" as const
  }
})

/**
 * The suites over HTTP on PostgreSQL, which otherwise run on SQLite, and suites of its adapter behind PgBouncer.
 * `npm run test:postgres`.
 */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "HTTP",
          include: [
            "test/{authorization,http}/**/*.test.ts",
            "test/attacks/accounts/{enumeration,mailedTokens,oddAddresses,preHijacking,sessionTokens}.test.ts",
            "test/attacks/rights/**/*.test.ts"
          ],
          env: { TEST_STORAGE: "postgres" },
          globalSetup,
          pool: "threads"
        }
      },
      behindPgBouncer("transaction", [
        "packages/postgres/test/{hostPool,joinSqlTransaction,rateCounts}.test.ts",
        "packages/embed/test/withTransaction.test.ts"
      ]),
      behindPgBouncer("session", [])
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    poolOptions: {
      forks: { maxForks: 2, minForks: 1 },
      threads: { isolate: false, maxThreads: 2, minThreads: 1 }
    },
    sequence: { sequencer: LongestFirst }
  }
})
