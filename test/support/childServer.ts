import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The command's launcher. */
export const LAUNCHER = new URL("../../packages/cli/bin/boardwright.js", import.meta.url).pathname

const requiring = ({ pathname }: URL): string => `--require=${pathname}`
const CHEAP_PASSWORDS = { NODE_OPTIONS: requiring(new URL("cheapPasswords.cjs", import.meta.url)) }

/** For a test about what hashing costs. */
export const REAL_PASSWORDS = { NODE_OPTIONS: "" }

/** For a test in which hashing takes time, whatever its cost: a quarter of the real one. Hashes of cost 12 do not verify. */
export const SLOW_PASSWORDS = { NODE_OPTIONS: requiring(new URL("slowPasswords.cjs", import.meta.url)) }

/** The command as a child process, its output gathered. */
export interface Child {
  readonly process: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Waits for a line of standard error to match; fails when the process ends first. */
  readonly logged: (pattern: RegExp) => Promise<RegExpMatchArray>
  /** Waits for the end; the exit code, or the signal's name. */
  readonly ended: Promise<number | string>
}

/** A folder for one test. */
export const temporaryDirectory = (): string => mkdtempSync(join(tmpdir(), "boardwright-cli-"))

/**
 * Runs `boardwright` with exactly these variables besides PATH and NODE_OPTIONS, which makes passwords cheap (or not: `SLOW_PASSWORDS`,
 * `REAL_PASSWORDS`), and with `input`, else nothing, piped in.
 */
export const runCommand = (
  parameters: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  cwd?: string,
  input?: string | Uint8Array
): Child => {
  const child = spawn(process.execPath, [LAUNCHER, ...parameters], {
    cwd,
    env: { PATH: process.env["PATH"], ...CHEAP_PASSWORDS, ...environment },
    stdio: ["pipe", "pipe", "pipe"]
  })
  // One that ends before it has read all is no fault of the test's.
  child.stdin.on("error", () => undefined).end(input)
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const ended = once(child, "close").then(([code, signal]: Array<unknown>) =>
    typeof code === "number" ? code : String(signal)
  )
  const logged = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const found = stderr.match(pattern)
        if (found !== null) resolve(found)
      }
      child.stderr.on("data", look)
      child.once("close", () => reject(new Error(`ended without logging ${String(pattern)}:\n${stderr}`)))
      look()
    })
  return { process: child, stdout: () => stdout, stderr: () => stderr, logged, ended }
}

/** A server on a free port, and its address. */
export const serve = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {}
): Promise<Child & { readonly url: string }> => {
  const child = runCommand(["serve"], { DATA_DIR: dataDir, PORT: "0", LOG_FORMAT: "json", ...environment })
  const [, url = ""] = await child.logged(/listens on (http:\/\/[^"\s]+)/)
  await child.logged(/mails go/)
  return { ...child, url }
}
