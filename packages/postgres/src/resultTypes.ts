import type { CustomTypesConfig } from "pg"

type Parser = (text: string) => unknown

const asText: Parser = (text) => text

// "2031-01-01 00:00:00.123+05:30", or "+00", which is how a session with the style ISO writes it.
const instant: Parser = (text) => new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"))

const parsers: ReadonlyMap<number, Parser> = new Map([
  [16, (text) => text === "t"],
  [20, Number],
  [23, Number],
  [25, asText],
  // JSON stays text: whoever reads a column knows what is in it.
  [114, asText],
  [701, Number],
  [1184, instant]
])

const unknown =
  (oid: number): Parser =>
  () => {
    throw new TypeError(`A statement answers the type ${oid}, which nothing reads`)
  }

/**
 * How columns are read: boolean, bigint, integer, text, json, double precision and timestamptz. Ours alone, for a host
 * may have changed what the driver does for everyone.
 */
export const resultTypes = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? unknown(oid)
} as CustomTypesConfig
