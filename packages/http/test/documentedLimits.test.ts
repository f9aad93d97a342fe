import { readFileSync } from "node:fs"
import { assert, it } from "@effect/vitest"
import { DEADLINES } from "../src/node/deadlines.js"

const text = readFileSync(new URL("../../../docs/security.md", import.meta.url), "utf8").replaceAll(/\s+/g, " ")
const scan = readFileSync(new URL("../src/body/JsonScan.ts", import.meta.url), "utf8")

const seconds = (millis: number) => `${millis / 1000} s`

/** The value of a constant that only its file knows, without separators. */
const constant = (name: string): number => {
  const [, value = ""] = new RegExp(`const ${name} = ([0-9_ *]+)`).exec(scan) ?? []
  return value.split("*").reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1)
}

const counted = (count: number) => count.toLocaleString("en-US")

it.each([
  `| request headers | ${seconds(DEADLINES.head)} from the connection`,
  `| a request with its body | ${seconds(DEADLINES.request)} from its first byte`,
  `| reading a response | ${seconds(DEADLINES.response)} from when it was written`,
  `| idle between response and request | ${seconds(DEADLINES.idle)}; ${seconds(DEADLINES.idle + DEADLINES.head)} if only`,
  `${counted(constant("MAX_ENTRY_VALUES"))} values in one entry of a field`,
  `${counted(constant("MAX_VALUES"))} values in total`,
  `a text over ${constant("MAX_TEXT_BYTES") / 1024 ** 2} MiB`,
  `pieces of ${constant("PIECE_BYTES") / 1024} KiB or ${counted(constant("PIECE_VALUES"))} values`
])("docs/security.md says: %s", (sentence) => {
  assert.include(text, sentence)
})
