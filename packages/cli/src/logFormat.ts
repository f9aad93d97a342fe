/** Whether the server's log is JSON: as set, else wherever standard error is no terminal. */
export const logsJson = (format: string | undefined): boolean =>
  format === "json" || (format !== "pretty" && !process.stderr.isTTY)

/** What ended the server, as a line of its JSON log, without the line end. */
export const failureAsJson = (message: string, exitCode: number): string =>
  JSON.stringify({
    message: message.replace(/^boardwright: /, ""),
    logLevel: "FATAL",
    timestamp: new Date().toISOString(),
    annotations: { exitCode },
    spans: {}
  })
