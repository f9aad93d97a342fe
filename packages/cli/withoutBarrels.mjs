import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const IMPORT = /^import \{([^}]*)\} from "([^"]+)";$/gm
const NAMESPACE = /^(import|export) \* as (\w+) from "\.\/([^"]+)"/gm
const NAMES = /^(import|export) \{([^}]*)\}(?: from "\.\/([^"]+)")?;/gm
const ALL = /^export \* from "\.\/([^"]+)"/gm

const split = (names) =>
  names.split(",").map((written) => {
    const [name, as = name] = written.trim().split(" as ")
    return { name, as }
  })

/** What an index, or a module behind it, exports: by its name, the module and its name there, `*` for the namespace. */
const exportsOf = async (file) => {
  const text = await readFile(file, "utf8")
  const inFolder = (path) => join(dirname(file), path)
  const found = { import: new Map(), export: new Map() }
  for (const [, kind, as, path] of text.matchAll(NAMESPACE)) found[kind].set(as, { path: inFolder(path), name: "*" })
  for (const [, kind, names, path] of text.matchAll(NAMES))
    for (const { as, name } of split(names)) {
      const here = found.import.get(name) ?? { path: file, name: as }
      found[kind].set(as, path === undefined ? here : { path: inFolder(path), name })
    }
  for (const [, path] of text.matchAll(ALL))
    for (const [name, where] of await exportsOf(inFolder(path))) found.export.set(name, where)
  return found.export
}

/**
 * Rewrites imports from these packages in the modules of a folder to imports of the modules behind their index. Of a
 * namespace that is imported through an index (`export * as Name`) esbuild keeps everything, and reads it by getters. An
 * import of one name from an index also loads what other files import from that index.
 */
export const withoutBarrels = (folder, packages) => ({
  name: "withoutBarrels",
  setup: async ({ onLoad }) => {
    const all = new Map(
      await Promise.all(packages.map(async (name) => [name, await exportsOf(fileURLToPath(import.meta.resolve(name)))]))
    )
    const direct = (statement, names, from) => {
      const exported = all.get(from)
      if (exported === undefined) return statement
      const statements = split(names).map(({ as, name }) => {
        const found = exported.get(name)
        if (found === undefined) return `import {${name} as ${as}} from "${from}";`
        const path = JSON.stringify(found.path)
        return found.name === "*" ? `import * as ${as} from ${path};` : `import {${found.name} as ${as}} from ${path};`
      })
      return statements.join(" ")
    }
    onLoad({ filter: /\.js$/ }, async ({ path }) =>
      path.startsWith(folder) && !path.includes("node_modules")
        ? { contents: (await readFile(path, "utf8")).replaceAll(IMPORT, direct) }
        : undefined
    )
  }
})
