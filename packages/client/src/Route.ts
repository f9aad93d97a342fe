import { ROUTES } from "./routes.js"

/** An endpoint of the contract, for calling it. */
export interface Route {
  readonly group: string
  readonly name: string
  readonly method: string
  /** The path's template, such as `/api/tasks/{id}`. */
  readonly template: string
  readonly needsSession: boolean
  readonly takesBody: boolean
  /** Whether a repetition with the same `Idempotency-Key` does nothing again. */
  readonly takesKey: boolean
  readonly queryFields: ReadonlyArray<string>
}

const routeOf = (line: string): Route => {
  const [fullName = "", method = "", template = "", flags = "", ...queryFields] = line.split(" ")
  const [group = "", name = ""] = fullName.split(".")
  const [needsSession, takesBody, takesKey] = ["s", "b", "k"].map((flag) => flags.includes(flag)) as [
    boolean,
    boolean,
    boolean
  ]
  return { group, name, method, template, needsSession, takesBody, takesKey, queryFields }
}

/** Every route that the client calls. */
export const allRoutes = (): ReadonlyArray<Route> => ROUTES.trim().split("\n").map(routeOf)

/**
 * What has no answer of JSON: redirects (the link in verification emails, single sign-on), the calendar of a board, and its file,
 * which only the client with promises requests.
 */
export const LINKS = ["verifyEmail", "startSingleSignOn", "finishSingleSignOn", "export", "feed"] as const

/** The endpoint of the stream of changes, whose response has no end. */
export const STREAM = "stream"

// Replaces an empty id, "." and "..", which would lead to another path. No id is "-", so nothing is found.
const NOTHING = "-"

/** A path parameter as a segment that cannot lead to another path. */
export const toSegment = (value: unknown): string => {
  const text = String(value).toWellFormed()
  return /^\.{0,2}$/.test(text) ? NOTHING : encodeURIComponent(text)
}
