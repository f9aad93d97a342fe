import findMyWay from "find-my-way"
import type { EndpointRoute } from "./routes.js"
import type { StaticRoute } from "./StaticRoute.js"

/** What a request may find. */
export type Route = EndpointRoute | StaticRoute

/** A route and what its template took from the path, decoded. */
export interface Found {
  readonly route: Route
  readonly params: { readonly [name: string]: string | undefined }
}

const METHODS = ["GET", "POST", "PATCH", "DELETE"] as const

/**
 * Looks routes up by method and encoded path, which may begin with `basePath`: some hosts take the path of a mount off,
 * others leave it. HEAD finds what GET does; a path that does not decode finds nothing.
 */
export const makeRouter = (routes: ReadonlyArray<Route>, basePath = "") => {
  const router = findMyWay({ maxParamLength: 4096 })
  for (const route of routes) router.on(route.method, route.template, () => undefined, route)

  const withoutBase = (path: string): string => (path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path)

  const find = (method: string, whole: string): Found | null => {
    const path = withoutBase(whole)
    const wanted = method === "HEAD" ? "GET" : METHODS.find((each) => each === method)
    // find-my-way takes whatever does not begin with a slash for an address, and looks for its path.
    if (wanted === undefined || !path.startsWith("/") || !isDecodable(path)) return null
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
