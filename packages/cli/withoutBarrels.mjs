import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const IMPORT = /^import \{([^}]*)\} from "([^"]+)";$/gm
const NAMESPACE = /^export \* as (\w+) from "\.\/([^"]+)"/gm
const NAMES = /^export \{([^}]*)\} from "\.\/([^"]+)"/gm
const ALL = /^export \* from "\.\/([^"]+)"/gm
const DECLARATION = /^export (?:const|class|function) (\w+)/gm

const split = (names) =>
  names.split(",").map((written) => {
    const [name, as = name] = written.trim().split(" as ")
    return { name, as }
  })

/** What a package's index exports from its modules: by its name, the module and its name there, `*` for the namespace. */
const exportsOf = async (packageName) => {
  const index = fileURLToPath(import.meta.resolve(packageName))
  const text = await readFile(index, "utf8")
  const inFolder = (path) => join(dirname(index), path)
  const found = new Map()
  for (const [, as, path] of text.matchAll(NAMESPACE)) found.set(as, { path: inFolder(path), name: "*" })
  for (const [, names, path] of text.matchAll(NAMES))
    for (const { as, name } of split(names)) found.set(as, { path: inFolder(path), name })
  for (const [, path] of text.matchAll(ALL))
    for (const [, name] of (await readFile(inFolder(path), "utf8")).matchAll(DECLARATION))
      found.set(name, { path: inFolder(path), name })
  return found
}

/**
 * Rewrites imports from these packages in the modules of a folder to imports of the modules behind their index. Of a
 * namespace that is imported through an index (`export * as Name`) esbuild keeps everything, and reads it by getters. An
 * import of one name from an index also loads what other files import from that index.
 */
export const withoutBarrels = (folder, packages) => ({
  name: "withoutBarrels",
  setup: async ({ onLoad }) => {
    const all = new Map(await Promise.all(packages.map(async (name) => [name, await exportsOf(name)])))
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
