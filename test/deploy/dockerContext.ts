import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

interface Rule {
  readonly includes: boolean
  readonly matches: (path: string) => boolean
}

// A pattern matches a path, and all below it. `**` is any number of folders, `*` anything within one name.
const ruleOf = (line: string): Rule => {
  const includes = line.startsWith("!")
  const pattern = (includes ? line.slice(1) : line)
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:[^/]+/)*"))
  const expression = new RegExp(`^${pattern}(?:/|$)`)
  return { includes, matches: (path) => expression.test(path) }
}

/** The files below `root` that `docker build` would send, by `root`'s .dockerignore: the last rule that matches decides. */
export const dockerContext = (root: string): ReadonlyArray<string> => {
  const lines = readFileSync(join(root, ".dockerignore"), "utf8").split("\n")
  const rules = lines.filter((line) => !/^(#|$)/.test(line)).map(ruleOf)
  const isSent = (path: string): boolean => rules.findLast(({ matches }) => matches(path))?.includes ?? true
  // Builders do not look into a folder that is left out unless an exception begins with its name, to the letter.
  const isOnTheWay = (path: string): boolean => lines.some((line) => line.startsWith(`!${path}/`))
  const filesIn = (folder: string): ReadonlyArray<string> =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (!entry.isDirectory()) return isSent(path) ? [path] : []
      return isSent(path) || isOnTheWay(path) ? filesIn(path) : []
    })
  return filesIn("").toSorted()
}
