#!/usr/bin/env node
// Bundles the built scripts of the pages into strings: dist/scripts.js and dist/modules.js. A part of every build.
import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { rollup } from "rollup"
import { MostUsedPasswords } from "@boardwright/node"
import { writeChanged } from "../../scripts/writeChanged.mjs"

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

const write = (module, text) => writeChanged(`${here}dist/${module}.js`, Buffer.from(text))

for (const module of Object.keys(FORMATS))
  write(module, (await Promise.all(namesIn(module).map(bundled(module)))).join(""))

/** The app with its style: each module and library that is in use, found and minified. */
const app = await build({
  entryPoints: { app: `${here}dist/browser/app/main.js`, style: `${here}src/browser/app/styles/app.css` },
  outdir: "/",
  entryNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  external: ["stream", "string_decoder", "/account/*"],
  write: false,
  logLevel: "error"
})
const parts = new Map(app.outputFiles.map(({ path, text }) => [basename(path), text]))
const partNamed = (pattern) => [...parts.keys()].find((name) => pattern.test(name))
const stylesheet = partNamed(/^style-.*\.css$/)

/** esbuild makes a file of whatever any two parts share, Rollup one of all that is loaded at once. */
const joined = await rollup({
  input: partNamed(/^app-.*\.js$/),
  external: /^\/account\//,
  plugins: [
    {
      name: "parts",
      resolveId: (source) => (parts.has(basename(source)) ? basename(source) : null),
      load: (id) => parts.get(id)
    }
  ]
})
const { output } = await joined.generate({
  format: "es",
  compact: true,
  entryFileNames: "app-[hash].js",
  chunkFileNames: ({ name }) => `${name.replace(/-[A-Z0-9]{8}$/, "")}-[hash].js`
})
await joined.close()
const [script] = output
const files = Object.fromEntries([
  ...output.map(({ code, fileName }) => [fileName, code]),
  [stylesheet, parts.get(stylesheet)]
])
const constants = (values) =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join("")
write("appFiles", constants({ files }))
write("appNames", constants({ script: script.fileName, stylesheet, all: Object.keys(files) }))
