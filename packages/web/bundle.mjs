#!/usr/bin/env node
// Bundles the built scripts of the pages into strings: dist/scripts.js, dist/accountScripts.js and dist/readers.js. Run after `tsc -b`.
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const here = fileURLToPath(new URL(".", import.meta.url))

/** What src/scripts.d.ts and its siblings declare. */
const namesIn = (module) =>
  [...readFileSync(`${here}src/${module}.d.ts`, "utf8").matchAll(/^export const (\w+)/gm)].map(([, name]) => name)

const bundled = async (name) => {
  const { outputFiles } = await build({
    entryPoints: [`${here}dist/browser/${name}.js`],
    bundle: true,
    minify: true,
    // Those that read files are imported, the others run in the page.
    format: name.startsWith("read") ? "esm" : "iife",
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    // sax looks for Node's streams, and does without.
    external: ["stream", "string_decoder", "/account/*"],
    write: false,
    logLevel: "error"
  })
  return `export const ${name} = ${JSON.stringify(outputFiles[0].text)}\n`
}

const isThere = (target, text) => {
  try {
    return readFileSync(target, "utf8") === text
  } catch (error) {
    if (error.code !== "ENOENT") throw error
    return false
  }
}

for (const module of ["scripts", "accountScripts", "readers"]) {
  const target = `${here}dist/${module}.js`
  const text = (await Promise.all(namesIn(module).map(bundled))).join("")
  if (isThere(target, text)) continue
  const draft = `${target}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, target)
}
