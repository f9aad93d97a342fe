import findMyWay from "find-my-way"
import type { EndpointRoute } from "./routes.js"
import type { StaticRoute } from "./staticRoutes.js"

/** What a request may find. */
export type Route = EndpointRoute | StaticRoute

/** A route and what its template took from the path, decoded. */
export interface Found {
  readonly route: Route
  readonly params: { readonly [name: string]: string | undefined }
}

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const

/**
 * Looks routes up, below `basePath`, by method and encoded path. HEAD finds what GET does; a path that does not decode
 * finds nothing.
 */
export const makeRouter = (routes: ReadonlyArray<Route>, basePath = "") => {
  const router = findMyWay({ maxParamLength: 4096 })
  for (const route of routes) router.on(route.method, basePath + route.template, () => undefined, route)

  const find = (method: string, path: string): Found | null => {
    const wanted = method === "HEAD" ? "GET" : METHODS.find((each) => each === method)
    if (wanted === undefined || !isDecodable(path)) return null
    const found = router.find(wanted, path)
    return found === null ? null : { route: found.store as Route, params: found.params }
  }

  return {
    find,
    /** The methods that a path answers to. */
    methodsOf: (path: string): ReadonlyArray<string> => METHODS.filter((method) => find(method, path) !== null)
  }
}

const isDecodable = (path: string): boolean => {
  if (!path.includes("%")) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
