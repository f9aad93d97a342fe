import type { CustomTypesConfig } from "pg"

type Parser = (text: string) => unknown

const asText: Parser = (text) => text

const parsers: ReadonlyMap<number, Parser> = new Map([
  [16, (text) => text === "t"],
  [20, Number],
  [23, Number],
  [25, asText],
  // JSON and instants stay text; the codec of the column parses them.
  [114, asText],
  [701, Number],
  [1184, asText]
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
