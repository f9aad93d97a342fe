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
