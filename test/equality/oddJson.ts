import fc from "fast-check"

/** The text of a JSON value, with spellings of numbers and characters that no serializer writes. */
export type JsonText = string

const ODD_TEXTS = [
  "",
  " ",
  "\ufeff",
  "\u202e\u2028\u2029",
  "é e\u0301",
  "İıſßﬀ",
  "👨‍👩‍👧‍👦🇦🇹",
  "'; drop table boardwright_task; --",
  "\\ \\u0000 %_ $1 ? {}",
  "NaN",
  "null",
  "[]",
  "2026-01-01"
]
const LENGTHS = [50, 51, 255, 256, 65_535, 65_536]

const NUMBERS = [
  ..."0 -0 1 -1 0.1 2.5 1E5 1e-7 1e21 1e22 1e308 1.7976931348623157e308 5e-324 1e-400 -2.2250738585072014e-308".split(
    " "
  ),
  ..."2147483648 9007199254740993 123456789012345678901234567890 0.30000000000000004 100000000000000000000".split(" ")
]

/** Text, rarely of the maximum length or longer. */
export const oddText: fc.Arbitrary<JsonText> = fc
  .oneof(
    { weight: 60, arbitrary: fc.string({ unit: "grapheme", maxLength: 20 }) },
    {
      weight: 20,
      arbitrary: fc.string({ unit: "binary", maxLength: 4 }).map((text) => text.replaceAll("\u0000", "").toWellFormed())
    },
    { weight: 30, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    { weight: 1, arbitrary: fc.constantFrom("\u0000", "\ud800", "x\udc00") },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.constantFrom(...LENGTHS), fc.constantFrom("x", "𝕏")).map(([n, unit]) => unit.repeat(n))
    }
  )
  .map((text) => JSON.stringify(text))

export const oddNumber: fc.Arbitrary<JsonText> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom("1e309", "-1e400") },
  { weight: 15, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String) },
  { weight: 15, arbitrary: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String) }
)

const key = fc.oneof(
  { weight: 60, arbitrary: oddText },
  { weight: 30, arbitrary: fc.constantFrom('"2"', '"1"', '"b"', '"a"', '"toString"') },
  { weight: 1, arbitrary: fc.constantFrom('"__proto__"', '"constructor"') }
)

/** Any nested JSON, with keys that repeat or look like indexes. */
export const oddJson: fc.Arbitrary<JsonText> = fc.letrec<{ json: JsonText }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthIdentifier: "json" },
    fc.oneof(oddText, oddNumber, fc.constantFrom("null", "true", "false")),
    fc.array(tie("json"), { maxLength: 4, depthIdentifier: "json" }).map((all) => `[${all.join(" ,\n")}]`),
    fc
      .array(fc.tuple(key, tie("json")), { maxLength: 4, depthIdentifier: "json" })
      .map((all) => `{${all.map(([name, value]) => `${name}: ${value}`).join(",")}}`)
  )
})).json

/** The text of an object; fields that are not required may be missing. */
export const objectOf = <Field extends string>(
  fields: Readonly<Record<Field, fc.Arbitrary<JsonText>>>,
  requiredKeys: ReadonlyArray<NoInfer<Field>> = []
): fc.Arbitrary<JsonText> =>
  fc.record<Record<string, JsonText>, string>(fields, { requiredKeys: [...requiredKeys], noNullPrototype: true }).map(
    (record) =>
      `{${Object.entries(record)
        .map(([field, value]) => `"${field}":${value}`)
        .join(",")}}`
  )
