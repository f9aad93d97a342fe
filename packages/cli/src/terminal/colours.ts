import { styleText } from "node:util"

/** Whether this stream shows colours: a terminal that is not dumb, and whose user has not set NO_COLOR. */
export const showsColours = ({ isTTY }: { readonly isTTY?: boolean }): boolean =>
  isTTY === true && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb"

/** The text in this style where the stream shows it, else as it is. */
export const styled = (
  stream: { readonly isTTY?: boolean },
  style: "bold" | "dim" | "red" | "yellow",
  text: string
): string => (showsColours(stream) ? styleText(style, text) : text)
