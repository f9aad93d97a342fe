import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const IMPORT = /^import \{([^}]*)\} from "([^"]+)";$/gm
const NAMESPACE = /^export \* as (\w+) from "\.\/([^"]+)"/gm

/** The modules that a package's index exports as namespaces, by name. */
const namespacesOf = async (name) => {
  const index = fileURLToPath(import.meta.resolve(name))
  const found = (await readFile(index, "utf8")).matchAll(NAMESPACE)
  return new Map(Array.from(found, ([, namespace, path]) => [namespace, join(dirname(index), path)]))
}

/**
 * Rewrites imports of these packages' namespaces in the modules of a folder to imports of the modules behind them. Of a
 * namespace that is imported through an index (`export * as Name`) esbuild keeps everything, and reads it by getters.
 */
export const withoutBarrels = (folder, packages) => ({
  name: "withoutBarrels",
  setup: async ({ onLoad }) => {
    const all = new Map(await Promise.all(packages.map(async (name) => [name, await namespacesOf(name)])))
    const direct = (statement, names, from) => {
      const namespaces = all.get(from)
      if (namespaces === undefined) return statement
      const statements = names.split(",").map((written) => {
        const [name, local = name] = written.trim().split(" as ")
        const path = namespaces.get(name)
        return path === undefined
          ? `import {${written}} from "${from}";`
          : `import * as ${local} from ${JSON.stringify(path)};`
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
