import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../packages/run.js"

const PLACE = join(ROOT, "deploy")

/** The text of a file in deploy/. */
export const deployFile = (name: string): string => readFileSync(join(PLACE, name), "utf8")

/** The variables that the server reads, by the document that is made from their definitions, where those of commands are last. */
export const variablesOfServer = (): ReadonlySet<string> => {
  const [ofServer = ""] = readFileSync(join(ROOT, "docs/configuration.md"), "utf8").split(
    "### Commands on another machine"
  )
  const rows = ofServer.matchAll(/^\| `([A-Z][A-Z_]+)`/gm)
  return new Set([...rows].map(([, name = ""]) => name))
}

/** The name without `_FILE`, which every variable may have. */
export const withoutFile = (name: string): string => name.replace(/_FILE$/, "")

/** The settings of a systemd unit, in order; a setting may come several times. */
export const unitSettings = (text: string): ReadonlyArray<readonly [name: string, value: string]> =>
  text.split("\n").flatMap((line) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
