import { execFile } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

const root = new URL("../../", import.meta.url).pathname

/**
 * A clone of this repository as its last commit is, in which `npm ci` has run: what is installed here is linked into it,
 * and what is built here is copied.
 */
export const freshClone = async (folder: string): Promise<void> => {
  await promisify(execFile)("git", ["clone", "--quiet", root, folder])
  const modules = join(folder, "node_modules")
  mkdirSync(join(modules, "@boardwright"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name !== "@boardwright") symlinkSync(join(root, "node_modules", name), join(modules, name))
  }
  for (const entry of readdirSync(join(root, "node_modules/@boardwright"), { withFileTypes: true })) {
    const own = join("@boardwright", entry.name)
    if (entry.isDirectory()) symlinkSync(join(root, "node_modules", own), join(modules, own))
  }
  for (const name of readdirSync(join(root, "packages"))) {
    if (existsSync(join(modules, "@boardwright", name))) continue
    symlinkSync(join(folder, "packages", name), join(modules, "@boardwright", name))
    const built = join(root, "packages", name, "dist")
    if (existsSync(built)) cpSync(built, join(folder, "packages", name, "dist"), { recursive: true })
  }
}
