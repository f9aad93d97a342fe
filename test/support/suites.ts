import type { ViteUserConfig } from "vitest/config"

/** What is timed, and so has the machine for itself. */
export const TIMED = ["test/faults/{crowd,soak}.test.ts", "test/{helpTime,importBeside}.test.ts"]

export const ATTACKS = ["test/attacks/**/*.test.ts"]

/** Faults, attacks and what is timed: `npm run test:faults`. */
export const FAULTS = ["test/faults/**/*.test.ts", ...ATTACKS, ...TIMED]

/** What needs a PgBouncer between the tests and their databases: `npm run test:postgres`. */
export const BEHIND_PGBOUNCER = ["packages/postgres/test/pgbouncer.test.ts"]

/** What takes long for the many processes or connections it starts, or for the amounts it writes: `npm run test:commands`. */
export const COMMANDS = [
  "test/{archive,docsCommands,docsSnippets,docsUpgrading,mcpCommand,reactQuery,readmeSnippets,servedPages}.test.ts",
  "test/serve{Configuration,Files,Logs,Mail,Metrics,Signals,Socket,Start,Systemd,Traces}.test.ts",
  "test/deploy/{emptyMachine,image,monitoring,productionCommands,systemd,tools}.test.ts",
  "examples/own-storage/test/contract.test.ts",
  "packages/cli/test/{backup,dump,export,hold,import,seed}*.test.ts",
  "packages/cli/test/{uncleanStop,workers/hang}.test.ts",
  "packages/cli/test/{changes,completions,doctor,doctorSignIn,help,migrate,missingDatabase,remote,terminalApp,terminalCommands,terminalPrompt,terminalStreams,token,trash,user,webhook,workspace}.test.ts",
  "packages/cli/test/spreadsheet/largeFile.test.ts",
  "packages/postgres/test/{connections,pipelining}.test.ts"
]

/** The files that take longest, each longer than the next of its configuration. */
export const LONGEST = [
  "examples/own-storage/test/contract.test.ts",
  "test/deploy/image.test.ts",
  "packages/cli/test/user.test.ts",
  "packages/cli/test/dump.test.ts",
  "packages/cli/test/importKilled.test.ts",
  "test/pages/sprint.test.ts",
  "test/pages/everyPage.test.ts",
  "test/packages/types.test.ts",
  "test/packages/consumers.test.ts",
  "test/packages/runners.test.ts",
  "test/authorization/matrix.test.ts",
  "packages/cli/test/doctor.test.ts",
  "test/equality/endpoints.test.ts",
  "test/attacks/model.test.ts",
  "test/faults/hostPool.test.ts",
  "test/faults/switchover.test.ts",
  "test/faults/repeated.test.ts",
  "test/faults/reactToChanges.test.ts",
  "test/attacks/fuzzing.test.ts",
  "test/faults/mail.test.ts",
  "test/faults/webhooks.test.ts",
  "test/faults/postgresInstance.test.ts"
]

const report = process.env["TEST_REPORT"]

/** The longest that a test waits for something that a busy machine is slow to show; it is no bound on how fast anything is. */
export const WAIT_MILLIS = 30_000

/** What every configuration has: CI counts the tests in the report. Node itself loads what is built, in a third of the time that vitest takes. */
export const SHARED: Pick<NonNullable<ViteUserConfig["test"]>, "expect" | "reporters" | "server"> = {
  expect: { poll: { timeout: WAIT_MILLIS } },
  server: { deps: { external: [/\/(packages|examples)\/[^/]+\/dist\//] } },
  reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]]
}
