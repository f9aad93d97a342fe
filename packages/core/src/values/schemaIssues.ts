import { Option, type ParseResult, Schema, SchemaAST } from "effect"

/** A problem of an input: its place (field names and list indexes as strings) and the rule that is broken. */
export interface Issue {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** A field of a schema, with the most entries that it may have if it is a list with a limit. */
export interface FieldShape {
  readonly name: string
  readonly maxItems: number | undefined
}

const maxItemsOf = (ast: SchemaAST.AST): number | undefined => {
  const annotated = Option.getOrUndefined(SchemaAST.getJSONSchemaAnnotation(ast))
  if (annotated !== undefined && "maxItems" in annotated) return Number(annotated.maxItems)
  if (SchemaAST.isRefinement(ast)) return maxItemsOf(ast.from)
  if (SchemaAST.isUnion(ast)) return ast.types.map(maxItemsOf).find((each) => each !== undefined)
  return undefined
}

export const fieldsOf = <A, I>(schema: Schema.Schema<A, I>): ReadonlyArray<FieldShape> =>
  SchemaAST.getPropertySignatures(Schema.encodedBoundSchema(schema).ast).map(({ name, type }) => ({
    name: String(name),
    maxItems: maxItemsOf(type)
  }))

/** The message annotation for an issue, and whether it replaces all issues inside. */
const annotated = (issue: ParseResult.ParseIssue): { readonly message: string; readonly override: boolean } | null => {
  if (!("ast" in issue) || issue._tag === "Missing") return null
  const message = Option.getOrUndefined(SchemaAST.getMessageAnnotation(issue.ast))?.(issue)
  if (typeof message === "string") return { message, override: false }
  return message !== undefined && "override" in message && typeof message.message === "string"
    ? { message: message.message, override: message.override }
    : null
}

const defaultMessage = ({ ast, message }: ParseResult.Type): string => {
  if (message !== undefined) return message
  return SchemaAST.isTypeLiteral(ast) ? "must be an object" : `must be ${String(ast)}`
}

/** A wrong value of a nullable field is reported for the null branch too; that issue is dropped. */
const isNullBranch = ({ ast }: ParseResult.Type): boolean =>
  SchemaAST.isUndefinedKeyword(ast) || (SchemaAST.isLiteral(ast) && ast.literal === null)

/**
 * The issues that a schema found, each once, up to `most`. Effect's own formatter writes the wrong values into its
 * messages, which takes 12 s for a list of 16 MB.
 */
export const schemaIssues = (found: ParseResult.ParseIssue, most: number): ReadonlyArray<Issue> => {
  const issues = new Map<string, Issue>()
  const add = (path: ReadonlyArray<string>, message: string) => {
    issues.set(JSON.stringify([path, message]), { path, message })
  }
  const visit = (issue: ParseResult.ParseIssue, path: ReadonlyArray<string>): void => {
    if (issues.size >= most) return
    const own = annotated(issue)
    if (own?.override === true) return add(path, own.message)
    switch (issue._tag) {
      case "Pointer":
        return visit(issue.issue, [...path, ...[issue.path].flat().map(String)])
      case "Composite":
        return [issue.issues].flat().forEach((each) => visit(each, path))
      case "Missing":
        return add(path, "is required")
      case "Type":
        return isNullBranch(issue) ? undefined : add(path, own?.message ?? defaultMessage(issue))
      case "Refinement":
      case "Transformation": {
        const isOwn = issue.kind === "Predicate" || issue.kind === "Transformation"
        return isOwn && own !== null ? add(path, own.message) : visit(issue.issue, path)
      }
      default:
        return add(path, issue.message ?? "is not allowed")
    }
  }
  visit(found, [])
  return [...issues.values()]
}
