import { styleText } from "node:util"
import { Effect } from "effect"

// Control characters in names and cells must not reach the terminal. Line ends and tabs would break lines and columns.
const CONTROL = /\p{Cc}/gu

/** The text on one line, without control characters. */
export const oneLine = (text: string): string => text.replaceAll(/[\t\r\n]+/g, " ").replaceAll(CONTROL, "\uFFFD")

/** Writes data to standard output, and waits until it is accepted. */
export const print = (chunk: string | Uint8Array): Effect.Effect<void> =>
  Effect.async((resume) => {
    process.stdout.write(chunk, (error) => {
      // If it is broken, the process interrupts this writer.
      if (!error) resume(Effect.void)
    })
  })

/** Writes a line for people to standard error. If that is broken, the command goes on. */
export const note = (line: string): Effect.Effect<void> =>
  Effect.async((resume) => void process.stderr.write(`${line}\n`, () => resume(Effect.void)))

/** Whether the stream shows colours: a terminal without NO_COLOR or TERM=dumb. */
export const showsColours = ({ isTTY }: { readonly isTTY?: boolean }): boolean =>
  isTTY === true && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb"

/** The text in this style if the stream shows colours. */
export const styled = (
  stream: { readonly isTTY?: boolean },
  style: "bold" | "dim" | "red" | "yellow",
  text: string
): string => (showsColours(stream) ? styleText(style, text) : text)
