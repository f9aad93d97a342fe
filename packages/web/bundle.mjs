#!/usr/bin/env node
// Bundles the built scripts of the pages into strings: dist/scripts.js and dist/modules.js. Run after `tsc -b`.
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { MostUsedPasswords } from "@boardwright/node"

const here = fileURLToPath(new URL(".", import.meta.url))

/** What src/scripts.d.ts and its siblings declare. */
const namesIn = (module) =>
  [...readFileSync(`${here}src/${module}.d.ts`, "utf8").matchAll(/^export const (\w+)/gm)].map(([, name]) => name)

const mostUsed = await MostUsedPasswords.load()
const FORMATS = { scripts: "iife", modules: "esm" }

const bundled = (module) => async (name) => {
  const { outputFiles } = await build({
    entryPoints: [`${here}dist/browser/${name}.js`],
    bundle: true,
    minify: true,
    format: FORMATS[module],
    platform: "browser",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    // sax looks for Node's streams, and does without.
    external: ["stream", "string_decoder", "/account/*"],
    define: { MOST_USED_PASSWORDS: JSON.stringify([...mostUsed].join("\n")) },
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

for (const module of Object.keys(FORMATS)) {
  const target = `${here}dist/${module}.js`
  const text = (await Promise.all(namesIn(module).map(bundled(module)))).join("")
  if (isThere(target, text)) continue
  const draft = `${target}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, target)
}
