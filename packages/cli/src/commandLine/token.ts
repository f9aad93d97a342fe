import { argument, choicesOf, command, json, option, repeated, required, text, tools } from "./parameters.js"

/** Milliseconds of a unit of `--expires`. */
const UNITS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000
}
const LONGEST = 3650 * 86_400_000

/** A lifetime in milliseconds; infinity for one without end. */
const lifetime = (written: string): number => {
  if (written === "never") return Infinity
  const [, count = "", unit = ""] = /^(\d{1,9})([mhdwy])$/.exec(written) ?? []
  const one = UNITS[unit]
  if (one === undefined)
    throw new Error(`must be never, or a number with m, h, d, w or y, such as 90m or 30d, not "${written}"`)
  const millis = one * Number(count)
  if (millis === 0 || millis > LONGEST) throw new Error(`must be from 1m to 3650d, not "${written}"`)
  return millis
}

const scopes = ["read", "write", "manage"] as const

/** The commands of `boardwright token`. */
export const tokenCommands = {
  mint: command(
    "Create an API token of a user and write it to standard output; it is not shown again",
    async () => (await tools()).mintToken,
    {
      flags: {
        as: required("EMAIL", "the token's user, by email address or id"),
        name: text("NAME", "what the user sees in the list of tokens (default: boardwright token mint)"),
        scopes: choicesOf("SCOPES", scopes, "what it may do, separated by commas (default: all)"),
        workspace: repeated("ID|NAME", "only this workspace and its boards; may be repeated"),
        board: repeated("ID", "only this board; may be repeated"),
        expires: option(
          { parse: lifetime },
          "TIME",
          "how long it is valid, 1m to 3650d, such as 90m, 12h, 30d, 4w or 1y, or never (default: 7d)"
        ),
        json
      }
    }
  ),
  list: command("List the API tokens of all users or of one", async () => (await tools()).listTokens, {
    flags: { as: text("EMAIL", "only the tokens of this user, by email address or id"), json }
  }),
  revoke: command("Revoke an API token, at once on every instance", async () => (await tools()).revokeToken, {
    flags: { json },
    positional: argument("ID", "The token's id")
  })
}
