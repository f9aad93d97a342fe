import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
import { endpoints } from "./endpoints.js"
import { retrying, type RetryOptions } from "./retrying.js"

/** Where the server is, and how patient a client is with it. */
export interface ServerOptions extends RetryOptions {
  /**
   * The server's address, such as `https://boards.example.com`, with the path it is mounted under if there is one; the
   * `/api` of every path is the contract's. In a browser "" is the page's own origin.
   */
  readonly baseUrl: string | URL
}

// Endpoints without a session have no parameters in their paths: the template is the path.
const open = new Set(endpoints.flatMap((each) => (each.needsSession ? [] : [`${each.method} ${each.template}`])))

/**
 * Leads the requests of a client, whose URLs are paths of the contract, to a server: with the token where a session is
 * needed, and again where the server asks for it. The token is asked for before each request that needs one.
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
      // The headers of a trace are none that servers let pages of other origins send.
      HttpClient.withTracerPropagation(false),
      retrying(options)
    )
