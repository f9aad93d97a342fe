import { Effect } from "effect"

// What a name or a cell brings shall not steer the terminal. Line ends and tabs would make other lines and columns.
const CONTROL = /\p{Cc}/gu

/** The text on one line, without characters that a terminal would obey. */
export const oneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, " ").replaceAll(CONTROL, "\uFFFD")

// A stream that breaks ends the process: whoever started the command is told, and this writer is interrupted.
const write = (stream: NodeJS.WriteStream, chunk: string | Uint8Array): Effect.Effect<void> =>
  Effect.async((resume) => {
    stream.write(chunk, (error) => {
      if (!error) resume(Effect.void)
    })
  })

/** Writes to standard output, for data, and waits until it is taken. */
export const print = (chunk: string | Uint8Array): Effect.Effect<void> => write(process.stdout, chunk)

/** A line on standard error, for people. */
export const note = (line: string): Effect.Effect<void> => write(process.stderr, `${line}\n`)
