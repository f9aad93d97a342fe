import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** A fenced block of a document. */
export interface DocBlock {
  readonly document: string
  readonly language: string
  /** What the tests do with it: the first word after the language. */
  readonly use: string
  /** What follows: blocks of one name belong together. */
  readonly name: string
  readonly code: string
}

/** The documents in `docs/`. */
export const documents: ReadonlyArray<string> = readdirSync(new URL("../../docs", import.meta.url))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)

/** A file of the repository. */
export const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const FENCE = /^( *)```(\S+)(?: (\S+))?(?: (.+))?\n([\s\S]*?)^\1```$/gm

/** The blocks of a document that say what language they are in. */
export const blocksOf = (document: string): ReadonlyArray<DocBlock> =>
  [...textOf(document).matchAll(FENCE)].map(([, , language = "", use = "", name = "", code = ""]) => ({
    document,
    language,
    use,
    name,
    code
  }))

/** A document without its fenced blocks. */
export const proseOf = (document: string): string => textOf(document).replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "")

/** The lines that a document says its blocks of this name print. */
export const printed = (document: string, name: string): string | null =>
  blocksOf(document).find((block) => block.use === "prints" && block.name === name)?.code ?? null
