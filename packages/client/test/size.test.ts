import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { expect, it } from "vitest"

it("a page gets at most 8 kB of the client, and nothing of Effect or the contract", async () => {
  const { metafile, outputFiles } = await build({
    stdin: {
      contents: `export * from "@boardwright/client"`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url))
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false
  })
  const packages = Object.keys(metafile.inputs).map(
    (path) => /(?:node_modules|packages)\/(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[1]
  )
  expect([...new Set(packages)].filter(Boolean).toSorted()).toEqual(["client", "eventsource-parser"])
  expect(gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength).toBeLessThan(8_000)
})
