import { Either, Option, ParseResult, Predicate, Schema } from "effect"
import { type FieldShape, fieldsOf, type Issue, schemaIssues } from "./schemaIssues.js"

export type { Issue } from "./schemaIssues.js"

/** The input breaks rules of its schema or of its board. Every problem is listed. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.Array(Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String }))
}) {}

export const invalid = (path: ReadonlyArray<string>, message: string): InvalidInput =>
  new InvalidInput({ issues: [{ path, message }] })

/** Most problems that one error lists. */
export const MAX_ISSUES = 1000
/** Most entries of any list in an input; schemas may set lower limits. Checked first, to bound the work. */
export const MAX_LIST = 16_384

const MORE: Issue = { path: [], message: `has more problems; the first ${MAX_ISSUES} are listed` }

const withIssues = (issues: ReadonlyArray<Issue>): Either.Either<never, InvalidInput> =>
  Either.left(
    new InvalidInput({ issues: issues.length > MAX_ISSUES ? [...issues.slice(0, MAX_ISSUES), MORE] : issues })
  )

export const failOnIssues = (issues: ReadonlyArray<Issue>): Either.Either<void, InvalidInput> =>
  issues.length === 0 ? Either.void : withIssues(issues)

const NO_OBJECT: Issue = { path: [], message: "must be a JSON object" }

/** The known fields of an input. Over-long lists are replaced by empty ones, so that their entries are not checked. */
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
 * Compiles a schema into the check that every use case starts with: it decodes plain data, or fails with `InvalidInput`
 * that lists every problem up to `MAX_ISSUES`. Unknown fields are ignored. `alsoCheck` returns the problems that
 * concern several fields; it always runs, so that all problems are listed together. Lists may have `longest` entries
 * unless the schema sets a limit.
 */
export const decodeInput = <A, I>(
  schema: Schema.Schema<A, I>,
  alsoCheck: (input: unknown) => ReadonlyArray<Issue> = () => [],
  longest = MAX_LIST
): ((input: unknown) => Either.Either<A, InvalidInput>) => {
  const { ast } = schema
  // Optional fields are set here. Effect would delete each, add it again and then check the whole once more.
  const hasOptional = ast._tag === "Transformation" && ast.transformation._tag === "TypeLiteralTransformation"
  const transformations = hasOptional ? ast.transformation.propertySignatureTransformations : []
  const optional = transformations.map(({ decode, from, to }) => ({ decode, from, to, absent: decode(Option.none()) }))
  const struct = hasOptional ? Schema.make<A, I, never>(ast.from) : schema
  const decode = ParseResult.decodeUnknownEither(struct, { errors: "all" })
  const fields = fieldsOf(schema)
  return (input) => {
    if (!Predicate.isRecord(input)) return withIssues([NO_OBJECT])
    const { known, overlong } = readFields(input, fields, longest)
    const result = decode(known)
    const issues = [...overlong, ...alsoCheck(known)]
    if (result._tag === "Left") return withIssues([...issues, ...schemaIssues(result.left, MAX_ISSUES + 1)])
    if (issues.length > 0) return withIssues(issues)
    const found = result.right as Record<PropertyKey, unknown>
    for (const { absent, decode, from, to } of optional) {
      const value = Object.hasOwn(found, from) ? decode(Option.some(found[from])) : absent
      if (value._tag === "Some") found[to] = value.value
      else if (from in found) delete found[from]
    }
    return Either.right(result.right)
  }
}
