import type { Readable } from "node:stream"
import type { LogWriter } from "../LogWriter.js"

/** Writes the lines of a stream to a log as they come, each as a whole and as `mark` changes it. */
export const relayLines = (stream: Readable, writer: LogWriter, mark: (line: string) => string): void => {
  let rest = ""
  const take = (lines: ReadonlyArray<string>) => {
    for (const line of lines) writer.gather(`${mark(line)}\n`)
    writer.flush()
  }
  stream
    .setEncoding("utf8")
    .on("data", (text: string) => {
      const lines = (rest + text).split("\n")
      rest = lines.pop() ?? ""
      take(lines)
    })
    .on("end", () => {
      if (rest !== "") take([rest])
    })
}

/** Adds the number of a process to a line of its log. */
export const markWith =
  (pid: number, isJson: boolean) =>
  (line: string): string =>
    isJson && line.startsWith("{") && line.endsWith("}") ? `${line.slice(0, -1)},"pid":${pid}}` : `[${pid}] ${line}`
