import { spawn } from "node:child_process"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The variables without what npm and vitest set for their own children. */
export const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|NODE_OPTIONS|INIT_CWD|npm_(?!config_(?!local)))/.test(name)
    )
  )

/** Runs a program with exactly these variables, and answers how it ended. */
export const runWith = (
  env: NodeJS.ProcessEnv,
  cwd: string,
  command: string,
  ...parameters: ReadonlyArray<string>
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
    const output = { stdout: "", stderr: "" }
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text))
    }
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, ...output }))
  })

/** Runs a program, one of the repository's tools or any on the path, and answers how it ended. */
export const run = (cwd: string, command: string, ...parameters: ReadonlyArray<string>): Promise<Ended> => {
  const path = `${join(ROOT, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`
  return runWith({ ...environment(), PATH: path, NO_COLOR: "1" }, cwd, command, ...parameters)
}

/** Runs it and answers what it wrote; rejects with that when it failed. */
export const succeed = async (cwd: string, command: string, ...parameters: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await run(cwd, command, ...parameters)
  if (code !== 0) throw new Error(`${command} ${parameters.join(" ")} exited with ${code}\n${stdout}\n${stderr}`)
  return stdout
}

const bin = (path: string) => join(ROOT, "node_modules", path)

/** The two lines of TypeScript that apps are on. */
const COMPILERS = { "5.9": bin("typescript/bin/tsc"), "7": bin("@typescript/native/bin/tsc") }
export type TypeScript = keyof typeof COMPILERS

/** Compiles with one of them, and answers how it ended. */
export const tsc = (cwd: string, version: TypeScript, ...parameters: ReadonlyArray<string>): Promise<Ended> =>
  run(cwd, process.execPath, COMPILERS[version], "--pretty", "false", ...parameters)
