import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
import { endpoints } from "./endpoints.js"
import { retrying, type RetryOptions } from "./retryAfter.js"

export interface ServerOptions extends RetryOptions {
  /**
   * The server's address, such as `https://boards.example.com`, with the path that it is mounted under, without `/api`. In
   * a browser "" is the page's own origin.
   */
  readonly baseUrl: string | URL
}

// Endpoints without a session have no path parameters: the template is the path.
const open = new Set(endpoints.flatMap((each) => (each.needsSession ? [] : [`${each.method} ${each.template}`])))

/**
 * Sends requests, whose URLs are paths of the contract, to the server, with the token for endpoints that need a session,
 * and retries them. The token is read before each request that needs it.
 */
export const connect =
  <E2>({ baseUrl, ...options }: ServerOptions, token: Effect.Effect<string | undefined, E2>) =>
  <E, R>(client: HttpClient.HttpClient.With<E, R>): HttpClient.HttpClient.With<E | E2, R> =>
    client.pipe(
      HttpClient.mapRequestEffect((request) =>
        open.has(`${request.method} ${request.url}`)
          ? Effect.succeed(request)
          : Effect.map(token, (found) =>
              found === undefined ? request : HttpClientRequest.bearerToken(request, found)
            )
      ),
      HttpClient.mapRequest(HttpClientRequest.prependUrl(String(baseUrl).replace(/(?<!\/)\/+$/, ""))),
      // CORS does not allow trace headers.
      HttpClient.withTracerPropagation(false),
      retrying(options)
    )
