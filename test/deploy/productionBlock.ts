import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../packages/run.js"

/** docs/production.md. */
export const production = readFileSync(join(ROOT, "docs/production.md"), "utf8")

/** The block of docs/production.md that has this word after its language. */
export const productionBlock = (word: string): string => {
  const [, code] = new RegExp(`^\`\`\`\\w+ ${word}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(production) ?? []
  if (code === undefined) throw new Error(`docs/production.md has no block ${word}`)
  return code
}
