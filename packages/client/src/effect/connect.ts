import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
import { allRoutes } from "../Route.js"
import { rootOf, type ServerOptions } from "../ServerOptions.js"
import { retrying } from "./retrying.js"
import { RunningCall } from "./RunningCall.js"

// Endpoints without a session have no path parameters: the template is the path.
const open = new Set(allRoutes().flatMap((each) => (each.needsSession ? [] : [`${each.method} ${each.template}`])))

/**
 * Sends requests, whose URLs are paths of the contract, to the server, with the token for endpoints that need a session,
 * and retries them. The token is read before each request that needs it.
 */
export const connect =
  <E2>(options: ServerOptions, token: Effect.Effect<string | undefined, E2>) =>
  <E, R>(client: HttpClient.HttpClient.With<E, R>): HttpClient.HttpClient.With<E | E2, R> =>
    client.pipe(
      HttpClient.mapRequestEffect((request) =>
        open.has(`${request.method} ${request.url}`)
          ? Effect.succeed(request)
          : Effect.map(token, (found) =>
              found === undefined ? request : HttpClientRequest.bearerToken(request, found)
            )
      ),
      HttpClient.mapRequestEffect((request) =>
        Effect.map(RunningCall, ({ key }) =>
          key === null ? request : HttpClientRequest.setHeader(request, "idempotency-key", key)
        )
      ),
      HttpClient.mapRequest(HttpClientRequest.prependUrl(rootOf(options))),
      // CORS does not allow trace headers.
      HttpClient.withTracerPropagation(false),
      retrying(options)
    )
