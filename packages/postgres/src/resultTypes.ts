import type { CustomTypesConfig } from "pg"

type Parser = (text: string) => unknown

const asText: Parser = (text) => text

// With datestyle ISO: "2031-01-01 00:00:00.123+00" or "...+05:30". Our own sessions are in UTC.
const instant: Parser = (text) => {
  const date = text.slice(0, 10)
  const rest = text.slice(11)
  if (rest.endsWith("+00")) return new Date(`${date}T${rest.slice(0, -3)}Z`)
  return new Date(`${date}T${rest}${/[+-]\d\d$/.test(rest) ? ":00" : ""}`)
}

const parsers: ReadonlyMap<number, Parser> = new Map([
  [16, (text) => text === "t"],
  [20, Number],
  [23, Number],
  [25, asText],
  // JSON stays text; the codec of the column parses it.
  [114, asText],
  [701, Number],
  [1184, instant]
])

const unknown =
  (oid: number): Parser =>
  () => {
    throw new TypeError(`A statement returned a value of type ${oid}, which has no parser`)
  }

/**
 * Parsers of boolean, bigint, integer, text, json, double precision and timestamptz. They do not depend on the driver's
 * global ones, which a host may have changed.
 */
export const resultTypes = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? unknown(oid)
} as CustomTypesConfig
