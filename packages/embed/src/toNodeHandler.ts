import type { IncomingMessage, ServerResponse } from "node:http"
import type { Boardwright } from "./Boardwright.js"

/** A handler for node:http, Express and what else hands over node's own pair. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

const handlers = new WeakMap<Boardwright, NodeHandler>()

/** Express takes the path of a mount off `url`; one that ends with our own `/api` belongs to the request. */
const wholeUrl = (request: IncomingMessage & { readonly baseUrl?: unknown }): string => {
  const { baseUrl, url = "/" } = request
  const isOurs = typeof baseUrl === "string" && baseUrl.endsWith("/api") && !url.startsWith("/api/")
  return isOurs ? `/api${url}` : url
}

/** Remembers the handler of a hub. */
export const registerNodeHandler = (hub: Boardwright, handler: NodeHandler): void => {
  handlers.set(hub, (request, response) => {
    request.url = wholeUrl(request)
    handler(request, response)
  })
}

/**
 * The API as a handler for node:http, Express and Fastify's `raw` pair, under any path. Mount it before what reads
 * bodies, such as `express.json()`. It answers every request it is given.
 */
export const toNodeHandler = (hub: Boardwright): NodeHandler => {
  const handler = handlers.get(hub)
  if (handler === undefined) throw new TypeError("toNodeHandler takes what createBoardwright resolved to")
  return handler
}
