import type { Effect } from "effect"
import findMyWay from "find-my-way"
import type { EndpointRoute } from "./endpointRoutes.js"
import { errorResponse } from "./errorResponse.js"
import type { ServerRequest, ServerResponse } from "./ServerRequest.js"

/** Content that needs neither a session nor storage, and counts in no rate limit. */
export interface StaticRoute {
  readonly _tag: "Static"
  readonly name: string
  readonly method: "GET" | "DELETE"
  readonly template: string
  readonly respond: (request: ServerRequest) => Effect.Effect<ServerResponse>
}

export type Route = EndpointRoute | StaticRoute

/** A route and the decoded parameters of the path. */
export interface Found {
  readonly route: Route
  readonly params: { readonly [name: string]: string | undefined }
}

/** The response to an unknown path, and to an unknown method of a known one. */
export const ROUTE_NOT_FOUND = errorResponse("RouteNotFound", "Not found")

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const

/** Finds a route by method and encoded path. */
export type FindRoute = (method: string, path: string) => Found | null

/** Finds these routes. HEAD finds the route of GET; a path that cannot be decoded finds nothing. */
export const makeRouter = (routes: ReadonlyArray<Route>): FindRoute => {
  const router = findMyWay({ maxParamLength: 4096 })
  for (const route of routes) router.on(route.method, route.template, () => undefined, route)
  return (method, path) => {
    const wanted = method === "HEAD" ? "GET" : METHODS.find((each) => each === method)
    // find-my-way reads a path without a leading slash as an absolute URL.
    if (wanted === undefined || !path.startsWith("/") || !isDecodable(path)) return null
    const found = router.find(wanted, path)
    return found === null ? null : { route: found.store as Route, params: found.params }
  }
}

/** The methods of a path. */
export const methodsOf = (find: FindRoute, path: string): ReadonlyArray<string> =>
  METHODS.filter((method) => find(method, path) !== null)

const isDecodable = (path: string): boolean => {
  if (!path.includes("%")) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
