import { copyFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const TESTS = fileURLToPath(new URL("../../test/", import.meta.url))
// Inside the repository, where packages are found.
const BUILT = fileURLToPath(new URL("../../node_modules/.cache/bench/", import.meta.url))

/** A module of the tests, by its path below `test`, with what it imports from there. */
export const testModule = async (path) => {
  const outfile = join(BUILT, `${basename(path)}.mjs`)
  const options = { bundle: true, format: "esm", packages: "external", platform: "node", target: "node20" }
  await build({ ...options, entryPoints: [join(TESTS, `${path}.ts`)], outfile })
  return import(outfile)
}

/** A module of the tests' support for PostgreSQL. */
export const postgresSupport = async (name) => {
  const support = await testModule(`support/postgres/${name}`)
  // It is started as a process of its own.
  await copyFile(join(TESTS, "support/postgres/reap.mjs"), join(BUILT, "reap.mjs"))
  return support
}
