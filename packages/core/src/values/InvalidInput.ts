import { Effect, ParseResult, Schema } from "effect"

/** One problem of an input: where it is (field names and list indexes as strings) and the rule it breaks. */
export interface Issue {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** The input breaks rules of its schema or of the board it speaks of; every problem is listed. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.Array(Schema.Struct({ path: Schema.Array(Schema.String), message: Schema.String }))
}) {}

/** One problem, as a failure. */
export const invalid = (path: ReadonlyArray<string>, message: string): InvalidInput =>
  new InvalidInput({ issues: [{ path, message }] })

/** Most problems one refusal lists; a body of a million wrong cells shall not be answered by a larger one. */
export const MAX_ISSUES = 1000
/** Most entries of any list in an input; schemas may ask for fewer. Checked first, since it bounds the checking. */
export const MAX_LIST = 16_384

const refusal = (issues: ReadonlyArray<Issue>): InvalidInput =>
  new InvalidInput({ issues: issues.slice(0, MAX_ISSUES) })

/** Fails with the issues when there are any. */
export const failOnIssues = (issues: ReadonlyArray<Issue>): Effect.Effect<void, InvalidInput> =>
  issues.length === 0 ? Effect.void : refusal(issues)

const overlongLists = (input: unknown, longest: number): ReadonlyArray<Issue> =>
  typeof input !== "object" || input === null
    ? []
    : Object.entries(input).flatMap(([field, value]) =>
        Array.isArray(value) && value.length > longest
          ? [{ path: [field], message: `must have at most ${longest} entries` }]
          : []
      )

const messageOf = (issue: ParseResult.ArrayFormatterIssue): string => {
  if (issue._tag === "Missing") return "is required"
  if (issue._tag === "Type" && issue.path.length === 0) return "must be a JSON object"
  if (/^Expected (Struct|\{)/.test(issue.message)) return "must be an object"
  return issue.message
}

// A nullable field that is wrong reports the failure of its null branch too, which helps nobody.
const isNullBranch = (issue: ParseResult.ArrayFormatterIssue): boolean =>
  /^Expected (null|undefined), actual /.test(issue.message)

const issuesOf = (error: ParseResult.ParseError): ReadonlyArray<Issue> => {
  const found = new Map<string, Issue>()
  for (const issue of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    if (isNullBranch(issue)) continue
    const path = issue.path.map(String)
    const message = messageOf(issue)
    found.set(JSON.stringify([path, message]), { path, message })
  }
  return [...found.values()]
}

/**
 * Turns a schema into the check every use case starts with: plain data in, the decoded input out, or `InvalidInput`
 * with every problem. Unknown fields are dropped. `alsoCheck` gives the problems that concern several fields at once; it
 * is asked whatever the schema says, so that none of them waits for the others to be mended. Lists may have `longest`
 * entries.
 */
export const decodeInput = <A, I>(
  schema: Schema.Schema<A, I>,
  alsoCheck: (input: unknown) => ReadonlyArray<Issue> = () => [],
  longest = MAX_LIST
): ((input: unknown) => Effect.Effect<A, InvalidInput>) => {
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all" })
  return (input) => {
    const overlong = overlongLists(input, longest)
    if (overlong.length > 0) return refusal(overlong)
    const result = decode(input)
    const also = alsoCheck(input)
    if (result._tag === "Right") return Effect.as(failOnIssues(also), result.right)
    return refusal([...also, ...issuesOf(new ParseResult.ParseError({ issue: result.left }))])
  }
}
