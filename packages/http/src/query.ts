import { Values } from "@boardwright/core"
import type { HandlerRequest, QueryValue } from "./Handler.js"

/** A parameter that an endpoint knows, and what it is to be read as. */
export interface Parameter {
  readonly name: string
  readonly kind: "text" | "integer" | "boolean" | "opaque"
}

const read = (text: string, kind: Parameter["kind"]): QueryValue => {
  if (kind === "integer") return /^\d{1,15}$/.test(text) ? Number(text) : text
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text
  return text
}

/**
 * Reads the known parameters of a query; unknown ones are ignored and empty ones absent. Text that is not of a
 * parameter's kind stays text, for the use case to refuse. Issues are parameters given twice and NUL characters; an
 * opaque parameter is absent then.
 */
export const readQuery = (
  search: string,
  parameters: ReadonlyArray<Parameter>
): { readonly query: HandlerRequest<unknown>["query"]; readonly issues: ReadonlyArray<Values.Issue> } => {
  if (search === "" || parameters.length === 0) return { query: {}, issues: [] }
  const sent = new URLSearchParams(search)
  const query: Record<string, QueryValue> = {}
  const issues: Array<Values.Issue> = []
  for (const { kind, name } of parameters) {
    const values = sent.getAll(name)
    const value = values[0] ?? ""
    if (kind === "opaque" && (values.length > 1 || Values.isUnstorable(value))) continue
    if (values.length > 1) issues.push({ path: [name], message: "must be given once" })
    else if (Values.isUnstorable(value)) issues.push({ path: [name], message: "must not hold a NUL character" })
    else if (value !== "") query[name] = read(value, kind)
  }
  return { query, issues }
}
