import { execFile } from "node:child_process"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { ROOT } from "./docBlocks.js"

/** Compiles TypeScript by its name into `out/NAME.js`, in a folder as someone has it who installed the packages there. */
export const compileSnippets = async (
  folder: string,
  snippets: ReadonlyArray<readonly [name: string, code: string]>
): Promise<void> => {
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
  mkdirSync(join(folder, "src"))
  for (const [name, code] of snippets) writeFileSync(join(folder, "src", `${name}.ts`), code)
  const compilerOptions = {
    target: "ES2023",
    module: "NodeNext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
    rootDir: "src",
    outDir: "out"
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc")
  await promisify(execFile)(process.execPath, [compiler, "--project", folder])
}
