import { Effect, ParseResult, Predicate, Schema } from "effect"
import type { Issue } from "./Issue.js"
import { type FieldShape, fieldsOf, schemaIssues } from "./schemaIssues.js"

export type { Issue } from "./Issue.js"

/** The input breaks rules of its schema or of the board it speaks of; every problem is listed. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.Array(Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String }))
}) {}

/** One problem, as a failure. */
export const invalid = (path: ReadonlyArray<string>, message: string): InvalidInput =>
  new InvalidInput({ issues: [{ path, message }] })

/** Most problems that one refusal lists. */
export const MAX_ISSUES = 1000
/** Most entries of any list in an input; schemas may ask for fewer. Checked first, since it bounds the checking. */
export const MAX_LIST = 16_384

const MORE: Issue = { path: [], message: `has more problems; the first ${MAX_ISSUES} are listed` }

const refusal = (issues: ReadonlyArray<Issue>): InvalidInput =>
  new InvalidInput({ issues: issues.length > MAX_ISSUES ? [...issues.slice(0, MAX_ISSUES), MORE] : issues })

/** Fails with the issues when there are any. */
export const failOnIssues = (issues: ReadonlyArray<Issue>): Effect.Effect<void, InvalidInput> =>
  issues.length === 0 ? Effect.void : refusal(issues)

const NO_OBJECT: Issue = { path: [], message: "must be a JSON object" }

/** The known fields of an input, with over-long lists replaced by empty ones: their entries are not looked at. */
const readFields = (input: Readonly<Record<string, unknown>>, fields: ReadonlyArray<FieldShape>, longest: number) => {
  const known: Record<string, unknown> = {}
  const overlong: Array<Issue> = []
  for (const { maxItems = longest, name } of fields) {
    const value = input[name]
    if (value === undefined && !(name in input)) continue
    const isOverlong = Array.isArray(value) && value.length > maxItems
    if (isOverlong) overlong.push({ path: [name], message: `must have at most ${maxItems} entries` })
    known[name] = isOverlong ? [] : value
  }
  return { known, overlong }
}

/**
 * Turns a schema into the check every use case starts with: plain data in, the decoded input out, or `InvalidInput`
 * with every problem, up to `MAX_ISSUES`. Unknown fields are dropped without a look at them. `alsoCheck` gives the
 * problems that concern several fields at once; it is called whatever the schema says, so that all problems are listed
 * together. Lists may have `longest` entries where the schema says nothing.
 */
export const decodeInput = <A, I>(
  schema: Schema.Schema<A, I>,
  alsoCheck: (input: unknown) => ReadonlyArray<Issue> = () => [],
  longest = MAX_LIST
): ((input: unknown) => Effect.Effect<A, InvalidInput>) => {
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all" })
  const fields = fieldsOf(schema)
  return (input) => {
    if (!Predicate.isRecord(input)) return refusal([NO_OBJECT])
    const { known, overlong } = readFields(input, fields, longest)
    const result = decode(known)
    const issues = [...overlong, ...alsoCheck(known)]
    if (result._tag === "Right") return Effect.as(failOnIssues(issues), result.right)
    return refusal([...issues, ...schemaIssues(result.left, MAX_ISSUES + 1)])
  }
}
