import type { Middleware } from "@boardwright/http"
import { Effect } from "effect"

/** Two years, as OWASP's HTTP headers cheat sheet has it; subdomains are not ours to speak for. */
const HEADER = { "strict-transport-security": "max-age=63072000" }

/** Tells browsers to come by https only (RFC 6797): for a server whose public address is one. */
export const strictTransport: Middleware = (_, serve) =>
  Effect.map(serve, (response) => ({ ...response, headers: { ...response.headers, ...HEADER } }))
