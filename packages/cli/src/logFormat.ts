import { readFileSync } from "node:fs"

/** A variable of the log, from the environment or its file; blank where the file cannot be read, which the command reports. */
export const logVariable = (name: string): string => {
  const path = process.env[`${name}_FILE`]
  try {
    return process.env[name] || (path ? readFileSync(path, "utf8").trim() : "")
  } catch {
    return ""
  }
}

/** Whether the server's log is JSON: by `LOG_FORMAT`, else if standard error is not a terminal. */
export const logsJson = (format: string | undefined): boolean =>
  format === "json" || (format !== "pretty" && !process.stderr.isTTY)

/** The failure that ended the server as a line of its JSON log, without the line end. */
export const failureAsJson = (message: string, exitCode: number): string =>
  JSON.stringify({
    message: message.replace(/^boardwright: /, ""),
    logLevel: "FATAL",
    timestamp: new Date().toISOString(),
    annotations: { exitCode },
    spans: {}
  })
