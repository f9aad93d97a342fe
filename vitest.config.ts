import { configDefaults, defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.js"
import { BEHIND_PGBOUNCER, COMMANDS, FAULTS, SHARED } from "./test/support/suites.js"

// They share nothing but modules, whose loading would take half of their time. These are not among them:
// - suites that use `layer` of @effect/vitest, as the contracts do: files that run after them would have no test clock;
// - starts of stores: one changes its user, which a thread cannot;
// - HttpWebhookSender, which replaces the environment, and MailFolder, which measures pauses.
const sharingModules = [
  "test/{client,http,equality,postgres}/**/*.test.ts",
  "test/authorization/**/*.test.ts",
  "packages/cli/test/{boards,spreadsheet,terminal}/**/*.test.ts",
  "packages/{client,core,embed,http,spreadsheet,sql,web}/test/**/*.test.ts",
  "packages/{node,testing}/test/!(contract|BcryptHasher|HttpWebhookSender|JoseAccessTokens|MailFolder).test.ts",
  "packages/{postgres,sqlite}/test/!(contract|rateCounts|schema|start|throttle).test.ts"
]
// Those run by configurations of their own.
const elsewhere = [
  ...configDefaults.exclude,
  "test/packages/**",
  "test/nodes/**",
  "test/pages/**",
  ...FAULTS,
  ...COMMANDS,
  ...BEHIND_PGBOUNCER
]

export default defineConfig({
  test: {
    ...SHARED,
    projects: [
      {
        extends: true,
        test: {
          name: "isolated",
          include: ["packages/*/test/**/*.test.ts", "examples/*/test/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...elsewhere, ...sharingModules],
          globalSetup: [
            "test/support/temporaryFolder.ts",
            "test/support/bundleCommand.ts",
            "test/support/postgres/globalSetup.ts"
          ]
        }
      },
      {
        extends: true,
        test: {
          name: "sharing",
          include: sharingModules,
          exclude: elsewhere,
          pool: "threads",
          globalSetup: [
            "test/support/temporaryFolder.ts",
            "test/support/bundleScripts.ts",
            "test/support/postgres/globalSetup.ts"
          ]
        }
      }
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two cores, a third of the time spent waiting for bcrypt workers and databases. Whether a worker and its modules are
    // kept for the next file is read here alone, by pool, and not in the projects.
    poolOptions: {
      forks: { maxForks: 1, minForks: 1 },
      threads: { isolate: false, maxThreads: 2, minThreads: 1 }
    },
    sequence: { sequencer: LongestFirst }
  }
})
