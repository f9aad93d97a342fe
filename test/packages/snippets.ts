import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Pack } from "./install.js"

/** A piece of a package's README. */
export interface Snippet {
  readonly folder: string
  /** Without an ending, unique. */
  readonly file: string
  readonly code: string
  /** To be run by node, by vitest, or only to be compiled. */
  readonly use: "run" | "test" | "compile"
}

const FENCE = /^```ts(?: (run|test))?\n(.*?)^```$/gms

/** The snippets of a package's README, as it is packed. */
export const snippetsOf = ({ folder, installed }: Pack): ReadonlyArray<Snippet> =>
  [...readFileSync(join(installed, "README.md"), "utf8").matchAll(FENCE)].map(([, use, code = ""], index) => ({
    folder,
    file: `${folder}-${index}${use === "test" ? ".test" : ""}`,
    code,
    use: use === "run" || use === "test" ? use : "compile"
  }))

/** Writes them as files of an app and answers their names. */
export const write = (app: string, snippets: ReadonlyArray<Snippet>): ReadonlyArray<string> =>
  snippets.map(({ code, file }) => {
    writeFileSync(join(app, `${file}.ts`), code)
    return `${file}.ts`
  })
