import type { IncomingMessage, ServerResponse } from "node:http"
import type { Boardwright } from "./Boardwright.js"

/** A handler for node:http, Express and other frameworks with Node's request and response. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

const handlers = new WeakMap<Boardwright, NodeHandler>()

/** Express strips the path of a mount from `url`; Boardwright's own `/api` at its end belongs to the request. */
const wholeUrl = (request: IncomingMessage & { readonly baseUrl?: unknown }): string => {
  const { baseUrl, url = "/" } = request
  const isOurs = typeof baseUrl === "string" && baseUrl.endsWith("/api") && !url.startsWith("/api/")
  return isOurs ? `/api${url}` : url
}

export const registerNodeHandler = (hub: Boardwright, handler: NodeHandler): void => {
  handlers.set(hub, (request, response) => {
    request.url = wholeUrl(request)
    handler(request, response)
  })
}

/**
 * The API as a handler for node:http, Express and Fastify's `raw` objects, under any path. Mount it before body parsers
 * such as `express.json()`. It responds to every request.
 */
export const toNodeHandler = (hub: Boardwright): NodeHandler => {
  const handler = handlers.get(hub)
  if (handler === undefined) throw new TypeError("toNodeHandler takes what createBoardwright resolved to")
  return handler
}
