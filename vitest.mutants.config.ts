import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Tinypool } from "tinypool"
import { defineConfig } from "vitest/config"

// Vitest starts a new thread for each run, which would take four fifths of the time of a mutant.
Tinypool.prototype.recycleWorkers = () => Promise.resolve()

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The sources behind a package's exports. */
const sourcesOf = (folder: string) => {
  const manifest = JSON.parse(readFileSync(pathOf(`packages/${folder}/package.json`), "utf8"))
  return Object.entries<{ readonly default: string }>(manifest.exports ?? {}).map(([entry, { default: built }]) => ({
    find: new RegExp(`^${manifest.name}${entry.slice(1)}$`),
    replacement: pathOf(`packages/${folder}/${built.replace("./dist/", "src/").replace(/\.js$/, ".ts")}`)
  }))
}

/** The suites that run in one process without PostgreSQL, on sources instead of built files. `npm run test:mutants`. */
export default defineConfig({
  resolve: { alias: readdirSync(pathOf("packages")).flatMap(sourcesOf) },
  test: {
    include: ["packages/{core,http,sql,testing}/test/**/*.test.ts", "packages/sqlite/test/contract.test.ts"],
    setupFiles: ["test/support/mutantModules.ts"],
    testTimeout: 20_000,
    pool: "threads",
    poolOptions: { threads: { isolate: false, maxThreads: 1, minThreads: 1 } }
  }
})
