import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { stripVTControlCharacters } from "node:util"

/** A program on a terminal of its own. */
export interface OnTerminal {
  readonly process: ChildProcess
  /** Everything the terminal was sent, with its control sequences. */
  readonly output: () => string
  /** What a person reads: without control sequences, lines ended as in a file. */
  readonly text: () => string
  /** Waits until the text matches; fails when the program ends first. */
  readonly shown: (pattern: RegExp) => Promise<RegExpMatchArray>
  /** Types keys: `\r` is Enter, `\u0003` Ctrl-C. */
  readonly type: (keys: string) => void
  /** Waits for the end; the exit code. */
  readonly ended: Promise<number>
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/**
 * Runs a program on a pseudo-terminal, by `script` of util-linux: what has neither that nor a terminal itself cannot
 * be tested so. `redirections` are those of sh, such as `>out.txt`, for what shall be no terminal.
 */
export const onTerminal = (
  words: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  { cwd, redirections = "" }: { readonly cwd?: string; readonly redirections?: string } = {}
): OnTerminal => {
  const command = `exec ${words.map(quoted).join(" ")} ${redirections}`
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd,
    env: { PATH: process.env["PATH"], SHELL: "/bin/sh", TERM: "xterm", ...environment },
    stdio: ["pipe", "pipe", "inherit"]
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
  const text = () => stripVTControlCharacters(output).replaceAll("\r\n", "\n")
  const ended = once(child, "close").then(([code]: Array<unknown>) => Number(code))
  const shown = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const look = () => {
        const found = text().match(pattern)
        if (found !== null) resolve(found)
      }
      child.stdout.on("data", look)
      child.once("close", () => reject(new Error(`ended without showing ${String(pattern)}:\n${text()}`)))
      look()
    })
  return { process: child, output: () => output, text, shown, type: (keys) => void child.stdin.write(keys), ended }
}
