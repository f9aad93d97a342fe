import { inUrl } from "./inUrl.js"
import type { Settings } from "./settings.js"

const WILDCARDS = new Set(["0.0.0.0", "::"])

/** Whether a server on this host can be reached by any address of the machine. */
export const isWildcard = (host: string): boolean => WILDCARDS.has(host)

/** The address of the server that listens on this port, without a slash at its end. */
export const baseUrlOf = ({ baseUrl, host }: Pick<Settings, "baseUrl" | "host">, port: number): string =>
  baseUrl ?? `http://${inUrl(isWildcard(host) ? "localhost" : host)}:${port}`

/** What is wrong with a `BASE_URL` with a path; null without one. */
export const pathWarning = ({ baseUrl }: Pick<Settings, "baseUrl">): string | null => {
  const path = baseUrl === null ? "/" : new URL(baseUrl).pathname
  return path === "/" ? null : `has the path ${path}, but pages and redirects are at the root of the host`
}
