/** Suites that take too long for every run of the tests: faults and attacks, and commands on large amounts. */
export const LONG_SUITES = [
  "test/{faults,attacks}/**/*.test.ts",
  "test/importBeside.test.ts",
  "test/archive.test.ts",
  "packages/cli/test/{exportRoundTrip,importLarge,seed,seedKilled,seedLoad}.test.ts",
  "packages/cli/test/spreadsheet/largeFile.test.ts"
]
