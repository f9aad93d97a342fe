#!/usr/bin/env node
// Copies only what the command needs at run time into a new folder: `node deploy/runtime.mjs FOLDER`, after `npm ci`. The bundle
// holds our code and that of the npm packages; the SQLite driver is beside it for scripts such as a backup. On Node 20 that
// includes the compiled driver, and the folder then runs on Node 20 only.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const cli = join(root, "packages/cli")

/** The driver for Node 20 with the packages it needs, and the files of each that are read at run time. */
const MODULES = {
  "@boardwright/sqlite-node20": ["index.js"],
  "better-sqlite3": ["lib", "build/Release/better_sqlite3.node"],
  bindings: ["bindings.js"],
  "file-uri-to-path": ["index.js"]
}
const isNode20 = existsSync(join(root, "node_modules/@boardwright/sqlite-node20"))

/** How scripts open the file: `@boardwright/sqlite/driver`. */
const DRIVER = ["driver.js", "nodeDriver.js"]

const [folder] = process.argv.slice(2)
if (folder === undefined || existsSync(folder)) {
  process.stderr.write("usage: node deploy/runtime.mjs FOLDER, which is not there yet\n")
  process.exit(2)
}
const target = resolve(folder)

const copy = (from, to) => cpSync(from, join(target, to), { recursive: true })

// Readable by all, whatever the umask of who builds: the server is another user.
process.umask(0o022)
mkdirSync(target, { recursive: true })
copy(join(cli, "bin"), "bin")
copy(join(cli, "dist/bundle"), "dist/bundle")
copy(join(root, "LICENSE"), "LICENSE")
for (const [name, parts] of isNode20 ? Object.entries(MODULES) : []) {
  const source = join(root, "node_modules", name)
  const licence = ["LICENSE", "LICENSE.md"].find((file) => existsSync(join(source, file)))
  for (const part of ["package.json", licence, ...parts]) copy(join(source, part), join("node_modules", name, part))
}
const driver = join(target, "node_modules/@boardwright/sqlite/dist")
mkdirSync(driver, { recursive: true })
copy(join(root, "packages/sqlite/package.json"), "node_modules/@boardwright/sqlite/package.json")
for (const name of DRIVER) {
  const text = readFileSync(join(root, "packages/sqlite/dist", name), "utf8")
  writeFileSync(join(driver, name), text.replace(/^\/\/# sourceMappingURL=.*$/m, ""))
}
const { engines, license, name, type, version } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"))
const manifest = { name, version, license, type, private: true, engines, bin: { boardwright: "./bin/boardwright.js" } }
writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
process.stdout.write(`Boardwright ${version} is in ${target}\n`)
