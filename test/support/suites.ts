/** Faults and attacks, one file at a time: `npm run test:faults`. */
export const FAULTS = ["test/{faults,attacks}/**/*.test.ts"]

/** What takes long for the many processes it starts, or for the amounts it writes: `npm run test:commands`. */
export const COMMANDS = [
  "test/{archive,importBeside}.test.ts",
  "examples/own-storage/test/contract.test.ts",
  "packages/cli/test/{exportRoundTrip,importFixtures,importLarge,importTerminal}.test.ts",
  "packages/cli/test/{seed,seedKilled,seedLoad,terminalStreams,token,user,workspace}.test.ts",
  "packages/cli/test/spreadsheet/largeFile.test.ts"
]
