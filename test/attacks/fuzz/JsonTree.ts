import fc from "fast-check"
import { type JsonText, oddJson, oddNumber, oddText } from "../../equality/oddJson.js"

/** JSON that is yet to be written: an object's keys may come twice, and a leaf is any text at all. */
export type JsonTree =
  | { readonly kind: "object"; readonly fields: ReadonlyArray<readonly [key: JsonText, value: JsonTree]> }
  | { readonly kind: "list"; readonly items: ReadonlyArray<JsonTree> }
  | { readonly kind: "leaf"; readonly text: JsonText }

const leaf = (text: JsonText): JsonTree => ({ kind: "leaf", text })

/** The tree of a value. */
export const treeOf = (value: unknown): JsonTree => {
  if (Array.isArray(value)) return { kind: "list", items: value.map(treeOf) }
  if (typeof value !== "object" || value === null) return leaf(JSON.stringify(value) ?? "null")
  return {
    kind: "object",
    fields: Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [JSON.stringify(key), treeOf(inner)] as const)
  }
}

/** The tree as JSON text, or nearly: keys and leaves are written as they are. */
export const write = (tree: JsonTree): string => {
  if (tree.kind === "leaf") return tree.text
  if (tree.kind === "list") return `[${tree.items.map(write).join(",")}]`
  return `{${tree.fields.map(([key, value]) => `${key}:${write(value)}`).join(",")}}`
}

/** What is done to the tree's node of this number, counted from the root. */
export type Mutation = { readonly at: number } & (
  | { readonly how: "remove" }
  | { readonly how: "replace"; readonly by: JsonText }
  | { readonly how: "add" | "repeat"; readonly key: JsonText; readonly by: JsonText; readonly first: boolean }
  | { readonly how: "nest"; readonly levels: number }
)

const withField = (tree: JsonTree, key: JsonText, value: JsonTree, first: boolean): JsonTree => {
  const fields = tree.kind === "object" ? tree.fields : []
  return { kind: "object", fields: first ? [[key, value], ...fields] : [...fields, [key, value]] }
}

const change = (tree: JsonTree, mutation: Mutation): JsonTree | null => {
  switch (mutation.how) {
    case "remove":
      return null
    case "replace":
      return leaf(mutation.by)
    case "nest":
      return leaf("[".repeat(mutation.levels) + write(tree) + "]".repeat(mutation.levels))
    case "add":
      return withField(tree, mutation.key, leaf(mutation.by), mutation.first)
    case "repeat": {
      const known = tree.kind === "object" ? tree.fields[0]?.[0] : undefined
      return withField(tree, known ?? mutation.key, leaf(mutation.by), mutation.first)
    }
  }
}

const sizeOf = (tree: JsonTree): number => {
  const inner = tree.kind === "leaf" ? [] : tree.kind === "list" ? tree.items : tree.fields.map(([, value]) => value)
  return inner.reduce((size, each) => size + sizeOf(each), 1)
}

/** The tree with one mutation; null where nothing is left of it. */
export const mutate = (whole: JsonTree, mutation: Mutation): JsonTree | null => {
  let left = mutation.at % sizeOf(whole)
  const visit = (tree: JsonTree): JsonTree | null => {
    if (left-- === 0) return change(tree, mutation)
    if (tree.kind === "leaf") return tree
    if (tree.kind === "list") return { kind: "list", items: tree.items.map(visit).filter((each) => each !== null) }
    const fields = tree.fields.flatMap(([key, value]) => {
      const visited = visit(value)
      return visited === null ? [] : [[key, visited] as const]
    })
    return { kind: "object", fields }
  }
  return visit(whole)
}

const deep = (levels: number): JsonText => "[".repeat(levels) + "]".repeat(levels)

/** Values that a field has of no other field, and such as are no JSON. */
const ODD: ReadonlyArray<JsonText> = [
  ..."null true false 0 1 -1 -0 1e400 -1e400 1e-400 9007199254740993 0.1 [] {} [null] [[]] [0] [{}]".split(" "),
  ...'"" " " "null" "true" "0" "-0" "1e3" "0x10" "NaN" "\\u0000" "\\ud800" "x\\udfff" "\\ud83c\\udf31"'.split(" "),
  ...'NaN Infinity 0x10 01 +1 .5 1. [1,] {"a":1,} {a:1} \'a\' undefined // " \u0001" "\\x41" "\\u12" tru'.split(" "),
  ...'"2026-02-30" "2026-13-01" "0000-01-01" "10000-01-01" "2026-01-01T24:00" "2026-01-01T00:00+24:00"'.split(" "),
  ...'"1969-12-31T23:59:59Z" "9999-12-31T23:59:59-01:00" "2026-W01" "20260101" "1767225600000" "-000001-01-01"'.split(
    " "
  ),
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"\\u005f_proto__":1}',
  '{"toString":1,"valueOf":null,"length":-1}',
  '{"type":"solid","value":"url(//x)"}',
  deep(31),
  deep(33),
  deep(20_000),
  `[${"0,".repeat(16_400)}0]`,
  `"${"𝕏".repeat(65_536)}"`,
  `"${"\\n".repeat(300)}"`,
  `"@task0"`,
  `"@board0"`,
  `["@user0","@user0","nobody"]`
]

const odd = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: oddText },
  { weight: 1, arbitrary: oddNumber },
  { weight: 2, arbitrary: oddJson }
)

const key = fc.oneof(
  { weight: 2, arbitrary: oddText },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...'"" "id" "ownerId" "userId" "createdAt" "rank" "role" "boardId" "groupId" "name" "0" "-1"'.split(" "),
      ...'"__proto__" "constructor" "prototype" "hasOwnProperty" "toJSON" "then" "\\u0000" "\\ud800"'.split(" ")
    )
  }
)

const at = fc.nat({ max: 40 })

/** Any mutation; most often another value for a field, seldom one that is thousands of levels deep. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ at, how: fc.constant("remove" as const) }) },
  { weight: 8, arbitrary: fc.record({ at, how: fc.constant("replace" as const), by: odd }) },
  {
    weight: 4,
    arbitrary: fc.record({
      at,
      how: fc.constantFrom("add" as const, "repeat" as const),
      key,
      by: odd,
      first: fc.boolean()
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ at, how: fc.constant("nest" as const), levels: fc.constantFrom(1, 5, 30, 32, 5000) })
  }
)
