import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const FOLDER = here("../../test/support/postgres")
// Inside the repository, where packages are found.
const BUILT = here("../../node_modules/.cache/bench-postgres")

/** A module of the tests' support for PostgreSQL, whose types are taken off first. */
export const postgresSupport = async (name) => {
  await mkdir(BUILT, { recursive: true })
  for (const file of await readdir(FOLDER)) {
    if (file.endsWith(".mjs")) await copyFile(join(FOLDER, file), join(BUILT, file))
    if (!file.endsWith(".ts")) continue
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true }
    const { outputText } = ts.transpileModule(await readFile(join(FOLDER, file), "utf8"), { compilerOptions: options })
    await writeFile(join(BUILT, file.replace(/\.ts$/, ".js")), outputText)
  }
  await writeFile(join(BUILT, "package.json"), '{ "type": "module" }')
  return import(join(BUILT, `${name}.js`))
}
