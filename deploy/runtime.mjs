#!/usr/bin/env node
// Lays out what the command needs to run, and nothing else, in a new folder: `node deploy/runtime.mjs FOLDER`, after
// `npm ci`. The bundle holds all of our code and of npm's but for the driver of SQLite: on Node 22 and newer its binary for
// this platform; on Node 20 what was compiled there, and the folder runs on Node 20 only.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const cli = join(root, "packages/cli")

const modules = join(root, "node_modules")
const node20 = join(modules, "@boardwright/sqlite-node20")
const prebuilds = join(modules, "better-sqlite3/prebuilds")

/** Lists the binaries for this platform; on Linux one for each C library. */
const binaries = () =>
  readdirSync(prebuilds)
    .filter((name) => name.startsWith(process.platform) && name.endsWith(`-${process.arch}.node`))
    .map((name) => `prebuilds/${name}`)

/** The driver with the packages it needs: where each is, and which of its files are read while the server runs. */
const MODULES = existsSync(prebuilds)
  ? { "better-sqlite3": [modules, "lib", ...binaries()] }
  : {
      "@boardwright/sqlite-node20": [modules, "index.js"],
      "better-sqlite3": [join(node20, "node_modules"), "lib", "build/Release/better_sqlite3.node"],
      bindings: [modules, "bindings.js"],
      "file-uri-to-path": [modules, "index.js"]
    }

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
for (const [name, [parent, ...parts]] of Object.entries(MODULES)) {
  const source = join(parent, name)
  const licence = ["LICENSE", "LICENSE.md"].find((file) => existsSync(join(source, file)))
  for (const part of ["package.json", licence, ...parts]) copy(join(source, part), join("node_modules", name, part))
}
const { engines, license, name, type, version } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"))
const manifest = { name, version, license, type, private: true, engines, bin: { boardwright: "./bin/boardwright.js" } }
writeFileSync(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`)
process.stdout.write(`Boardwright ${version} is in ${target}\n`)
