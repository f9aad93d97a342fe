#!/usr/bin/env node
// Bundles the built command, so that it starts from a few files instead of a thousand: dist/bundle/boardwright.js, and
// chunks for what only some commands need. A part of every build; a file that has not changed is not written, and nothing is
// done if no file of the packages but their declarations is newer than the last bundle.
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { writeChanged } from "../../scripts/writeChanged.mjs"
import { withoutBarrels } from "./withoutBarrels.mjs"

const here = fileURLToPath(new URL(".", import.meta.url))
const folder = join(here, "dist/bundle")
const packages = join(here, "..")

/** Its time is when the last bundle was begun: what changed meanwhile may not be in it. */
const stamp = join(folder, ".bundled")

const timeOf = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** What is written without a build, what says that it was, and what is made here of other files. */
const NOT_BUNDLED = /\.d\.ts(\.map)?$|\.tsbuildinfo$|^(?:appFiles|appNames|modules|scripts|readWorker\.bundle)\.js$/

const newestIn = (parent) => {
  const entries = readdirSync(parent, { withFileTypes: true }).filter(({ name }) => !NOT_BUNDLED.test(name))
  const times = entries.map((entry) => {
    const path = join(parent, entry.name)
    if (!entry.isDirectory()) return timeOf(path)
    return path === folder || entry.name === "node_modules" ? 0 : newestIn(path)
  })
  return Math.max(0, ...times)
}

const begun = new Date()
const installed = join(packages, "../package-lock.json")
if (Math.max(newestIn(packages), timeOf(installed)) <= timeOf(stamp)) process.exit()

await import("../web/bundle.mjs")
const { variablesText } = await import("./dist/settings.js")

// Code that was CommonJS loads Node's modules by `require`.
const REQUIRE = `import { createRequire as createRequireOfNode } from "node:module"
const require = createRequireOfNode(import.meta.url)`

// Packages of whose index a command uses a part.
const PARTLY_USED = [
  "effect",
  "@boardwright/core",
  "@boardwright/http",
  "@boardwright/node",
  "@boardwright/sql",
  "@boardwright/sqlite"
]

/** What is bundled in place of code that no server of ours runs. */
const SMALLER = [
  // Endpoints need one function of the router, which brings requests and forms along: 60 KB.
  {
    filter: /@effect\/platform\/dist\/esm\/HttpRouter\.js$/,
    contents: `export const prefixPath = (path, prefix) => {
      const before = prefix.replace(/\\/$/, "")
      return path === "/" ? before : before + path
    }`
  },
  // The runtime runs effects of Effect's small version too, of which there are none: 14 KB.
  { filter: /effect\/dist\/esm\/Micro\.js$/, contents: "export const runFork = undefined, provideContext = undefined" },
  // It checks the regular expressions of routes, of which there are none but the router's own: 20 KB.
  { filter: /safe-regex2\/index\.js$/, contents: "module.exports = () => true" },
  // It prints the routes for who looks for a mistake in them: 4 KB.
  { filter: /find-my-way\/lib\/pretty-print\.js$/, contents: "module.exports = {}" },
  // Keyboards and words to guess passwords from, beside the list of the most used ones: 48 KB.
  {
    filter: /@zxcvbn-ts\/language-common\/dist\/(adjacencyGraphs|diceware)\.json\.cjs$/,
    contents: "module.exports = {}"
  }
]

const withoutUnused = {
  name: "withoutUnused",
  setup: ({ onLoad }) => SMALLER.forEach(({ contents, filter }) => onLoad({ filter }, () => ({ contents })))
}

const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"))

const options = {
  outdir: folder,
  chunkNames: "[name]-[hash]",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  // Optional, used only if installed. The driver of SQLite is required by name when the command runs.
  external: ["pg-native"],
  banner: { js: REQUIRE },
  // Names are kept, for stack traces and for the messages of the command line's errors.
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  plugins: [withoutBarrels(packages, PARTLY_USED), withoutUnused],
  define: { BOARDWRIGHT_VERSION: JSON.stringify(version), BOARDWRIGHT_VARIABLES: JSON.stringify(variablesText) },
  write: false,
  logLevel: "warning"
}

/** A script of a package's. */
const scriptOf = (name, of) => fileURLToPath(new URL(`./${name}.js`, import.meta.resolve(of)))

const command = await build({
  ...options,
  entryPoints: {
    boardwright: join(here, "dist/bin.js"),
    // It is looked for beside the file that starts its thread.
    bcryptWorker: scriptOf("bcryptWorker", "@boardwright/node")
  },
  splitting: true
})
// One file, so that what it shares with the server is not a file of its own. The package has it too: without it, a thread of
// an app that embeds the storage loads all of core and Effect.
const script = scriptOf("readWorker", "@boardwright/sqlite")
const reads = await build({ ...options, entryPoints: { "readWorker.bundle": script } })
for (const { contents, path } of reads.outputFiles) writeChanged(join(dirname(script), basename(path)), contents)
const outputFiles = [...command.outputFiles, ...reads.outputFiles]

// Chunks are written before the files that import them, each by a rename: a command may be starting at the same time.
const inOrder = outputFiles.toSorted(
  (a, b) => Number(!/-/.test(basename(a.path))) - Number(!/-/.test(basename(b.path)))
)
for (const { contents, path } of inOrder) writeChanged(path, contents)
const kept = new Set(outputFiles.map(({ path }) => basename(path)))
for (const name of readdirSync(folder))
  if (!kept.has(name) && name.endsWith(".js")) rmSync(join(folder, name), { force: true })
writeFileSync(stamp, "")
utimesSync(stamp, begun, begun)
