import { readFileSync } from "node:fs"
import { join } from "node:path"

/** As many lines as are seen of a README without scrolling, generously. */
const FIRST_SCREEN = 60

/** What the first screen of a folder's README tells a newcomer to type, and which address to open then. */
export const firstScreen = (folder: string): { readonly commands: string; readonly address: string } => {
  const text = readFileSync(join(folder, "README.md"), "utf8").split("\n").slice(0, FIRST_SCREEN).join("\n")
  const blocks = Array.from(text.matchAll(/```sh[^\n]*\n([\s\S]*?)```/g), ([, block = ""]) => block)
  const commands = blocks.find((block) => block.includes("npm start"))
  const [address] = /http:\/\/(?:localhost|127\.0\.0\.1):3000/.exec(text) ?? []
  if (commands === undefined || address === undefined)
    throw new Error("the README's first screen tells no way to start")
  return { commands, address }
}
