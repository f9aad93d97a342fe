import { tmpdir } from "node:os"
import { configDefaults, defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.js"
import { ATTACKS, FAULTS, SHARED, TIMED } from "./test/support/suites.js"

/** Whatever the temporary folder of other tests of the run is. */
const ON_DISK = { TMPDIR: tmpdir() }

/** What goes wrong around the built server, and what is done to it on purpose. `npm run test:faults`. */
export default defineConfig({
  test: {
    ...SHARED,
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: FAULTS,
          exclude: [...configDefaults.exclude, ...TIMED, ...ATTACKS],
          env: ON_DISK
        }
      },
      // What is stored and not lost is for the faults: an attack needs no disk.
      { extends: true, test: { name: "attacks", include: ATTACKS, globalSetup: ["test/support/temporaryFolder.ts"] } },
      // A single fork begins when the others are done. A slow machine may take longer: costs are compared, not times.
      {
        extends: true,
        test: {
          name: "alone",
          include: TIMED,
          env: ON_DISK,
          testTimeout: 240_000,
          poolOptions: { forks: { singleFork: true } }
        }
      }
    ],
    globalSetup: ["test/support/postgres/globalSetup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores: a third of the time is spent waiting.
    maxWorkers: 3,
    minWorkers: 1,
    // Tests that mostly wait do so together.
    maxConcurrency: 20,
    sequence: { sequencer: LongestFirst }
  }
})
