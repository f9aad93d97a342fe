import { Values } from "@boardwright/core"
import type { HandlerRequest, QueryValue } from "./Handler.js"
import type { Headers } from "./headers.js"

/** A query parameter of an endpoint, and what it is read as. */
export interface Parameter {
  readonly name: string
  readonly kind: "text" | "integer" | "boolean" | "list" | "repeated" | "opaque"
}

const read = (text: string, kind: Parameter["kind"]): QueryValue => {
  if (kind === "integer") return /^\d{1,15}$/.test(text) ? Number(text) : text
  if (kind === "list") return text.split(",")
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text
  return text
}

/**
 * Reads the known parameters of a query; ignores unknown and empty ones. A value that does not fit its kind stays text,
 * for the use case to reject. A parameter with a NUL character, or given twice and not a list, is an issue, or absent if
 * it is opaque. One that may be repeated is a list of its values that are not empty, or its only one.
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
    if (kind === "repeated") {
      const given = values.filter((value) => value !== "")
      if (given.some(Values.isUnstorable)) issues.push({ path: [name], message: "must not hold a NUL character" })
      else if (given.length > 0) query[name] = given.length === 1 ? (given[0] ?? "") : given
      continue
    }
    const value = kind === "list" ? values.join(",") : (values[0] ?? "")
    if (kind === "opaque" && (values.length > 1 || Values.isUnstorable(value))) continue
    if (values.length > 1 && kind !== "list") issues.push({ path: [name], message: "must be given once" })
    else if (Values.isUnstorable(value)) issues.push({ path: [name], message: "must not hold a NUL character" })
    else if (value !== "") query[name] = read(value, kind)
  }
  return { query, issues }
}

/** Most characters of the header that names ignored parameters. */
const MAX_IGNORED = 1024

/** The header that names the unknown parameters of a query, each once, as far as they fit. */
export const ignoredParameters = (search: string, parameters: ReadonlyArray<Parameter>): Headers => {
  if (search === "") return {}
  const known = new Set(parameters.map(({ name }) => name))
  const unknown = new Set([...new URLSearchParams(search).keys()].filter((name) => name !== "" && !known.has(name)))
  let ignored = ""
  for (const name of unknown) {
    const listed = `${ignored}${ignored === "" ? "" : ","}${encodeURIComponent(name)}`
    if (listed.length <= MAX_IGNORED) ignored = listed
  }
  return ignored === "" ? {} : { "x-ignored-parameters": ignored }
}
