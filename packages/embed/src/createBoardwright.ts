import type { IncomingMessage, ServerResponse } from "node:http"
import { Facade, Mail } from "@boardwright/core"
import { DEFAULT_RATE_LIMITS, type ServeOptions, webHandler } from "@boardwright/http"
import { nodeListener } from "@boardwright/http/node"
import { Cause, Effect, Exit, Layer, ManagedRuntime } from "effect"
import { layerOf } from "./layers.js"
import type { BoardwrightOptions } from "./options.js"

/** An embedded Boardwright: every use case as a promise, and the API to mount. */
export interface Boardwright extends Facade.Promises, AsyncDisposable {
  /** The API as a web-standard handler, for Hono, Next and whatever speaks `Request` and `Response`. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Finishes what is under way, ends mail delivery, and closes storage and threads. */
  readonly close: () => Promise<void>
}

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

const nodeHandlers = new WeakMap<Boardwright, NodeHandler>()

/**
 * The API as a handler for node:http, Express and Fastify's `raw` pair. Mount it before anything that reads bodies, such
 * as `express.json()`. It answers every request it is given.
 */
export const toNodeHandler = (hub: Boardwright): NodeHandler => {
  const handler = nodeHandlers.get(hub)
  if (handler === undefined) throw new TypeError("toNodeHandler wants what createBoardwright made")
  return handler
}

const originsOf = ({ appUrl, corsOrigins }: BoardwrightOptions): ReadonlyArray<string> =>
  corsOrigins ?? (appUrl === undefined ? [] : [new URL(appUrl).origin])

const serveOptions = (options: BoardwrightOptions): ServeOptions => ({
  rateLimits: { ...DEFAULT_RATE_LIMITS, ...options.rateLimits },
  corsOrigins: originsOf(options),
  pages: { pages: [], contentSecurityPolicy: () => "default-src 'none'" },
  basePath: options.basePath,
  accountRoutes: options.accountRoutes ?? options.users === undefined
})

const checkOptions = (options: BoardwrightOptions): void => {
  if (options.users !== undefined && options.authenticate === undefined) {
    throw new TypeError("users: goes with authenticate, which tells which of them calls")
  }
  if (options.authenticate === undefined && options.jwtSecret === undefined) {
    throw new TypeError("jwtSecret: is needed to sign access tokens, unless the host gives authenticate")
  }
}

const ONE_CLIENT = () => "0.0.0.0"

const build = Effect.fnUntraced(function* (options: BoardwrightOptions) {
  const served = serveOptions(options)
  const fetch = yield* webHandler({ ...served, clientAddress: options.clientAddress ?? ONE_CLIENT })
  const listener = yield* nodeListener({ ...served, trustProxy: options.trustProxy ?? 0, isDraining: () => false })
  return { fetch, listener }
})

/**
 * Opens storage, migrates it, starts mail delivery, and answers the hub. Rejects when an option is wrong or storage
 * cannot be used. The same rules hold for its calls as for its API.
 */
export const createBoardwright = async (options: BoardwrightOptions): Promise<Boardwright> => {
  checkOptions(options)
  const delivery = options.deliverMail === false ? Layer.empty : Layer.scopedDiscard(Mail.startMailDelivery())
  const runtime = ManagedRuntime.make(Layer.provideMerge(delivery, layerOf(options)))
  const started = await runtime.runPromiseExit(build(options))
  if (Exit.isFailure(started)) {
    await runtime.dispose()
    throw Cause.squash(started.cause)
  }
  const { fetch, listener } = started.value
  const close = () => runtime.dispose()
  const hub: Boardwright = { ...Facade.toPromises(runtime), fetch, close, [Symbol.asyncDispose]: close }
  nodeHandlers.set(hub, listener)
  return hub
}
