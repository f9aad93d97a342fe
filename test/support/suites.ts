/** Faults, attacks and what is timed, one file at a time: `npm run test:faults`. */
export const FAULTS = ["test/{faults,attacks}/**/*.test.ts", "test/importBeside.test.ts"]

/** What takes long for the many processes it starts, or for the amounts it writes: `npm run test:commands`. */
export const COMMANDS = [
  "test/archive.test.ts",
  "examples/own-storage/test/contract.test.ts",
  "packages/cli/test/{export,import,seed}*.test.ts",
  "packages/cli/test/{terminalApp,terminalCommands,terminalPrompt,terminalStreams,token,user,workspace}.test.ts",
  "packages/cli/test/spreadsheet/largeFile.test.ts"
]
