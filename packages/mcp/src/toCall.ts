import type { Values } from "@boardwright/core"
import type { EndpointCall } from "@boardwright/http"
import { DEFAULT_PAGE, MAX_PAGE, type Tool } from "./Tool.js"

type Arguments = Readonly<Record<string, unknown>>

/** A value of a path or a query as text, or null if it is none. */
const textOf = (value: unknown): string | null => {
  if (typeof value === "string") return value
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null
}

const issue = (name: string, message: string): Values.Issue => ({ path: [name], message })

const queryOf = (names: ReadonlySet<string>, given: Arguments, issues: Array<Values.Issue>): string => {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = given[name]
    if (value === undefined || value === null) continue
    for (const each of Array.isArray(value) ? value : [value]) {
      const text = textOf(each)
      if (text === null) issues.push(issue(name, "must be text, a number, true or false"))
      else query.append(name, text)
    }
  }
  return query.toString()
}

const pathOf = ({ inPath, template }: Tool, given: Arguments, issues: Array<Values.Issue>): string => {
  let path = template
  for (const name of inPath) {
    const value = given[name]
    if (typeof value !== "string" || value === "") issues.push(issue(name, "is required, and must be text"))
    else path = path.replace(`:${name}`, () => encodeURIComponent(value.toWellFormed()))
  }
  return path
}

/** The arguments with a page of bounded size. */
const paged = (given: Arguments, issues: Array<Values.Issue>): Arguments => {
  const limit = given["limit"] ?? DEFAULT_PAGE
  if (Array.isArray(limit)) issues.push(issue("limit", "must be one number"))
  // The API reads a text as a number.
  else if (Number(limit) > MAX_PAGE) issues.push(issue("limit", `must be at most ${MAX_PAGE}`))
  return { ...given, limit }
}

/**
 * The call of an endpoint that a tool's arguments mean, or what is wrong with those that are in no body: the use case checks
 * everything else.
 */
export const toCall = (tool: Tool, given: Arguments): EndpointCall | ReadonlyArray<Values.Issue> => {
  const { properties } = tool.input
  const issues = Object.keys(given)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => issue(name, "is not an argument of this tool"))
  const path = pathOf(tool, given, issues)
  const search = queryOf(tool.inQuery, "page" in properties ? paged(given, issues) : given, issues)
  if (issues.length > 0) return issues
  const body = Object.fromEntries(
    Object.entries(given).filter(([name]) => !tool.inPath.has(name) && !tool.inQuery.has(name))
  )
  return { method: tool.method, template: tool.template, path, search, body }
}
