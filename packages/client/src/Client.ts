import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Api } from "@boardwright/http/contract"
import { Effect, type ParseResult, Predicate, Record, Redacted, type Types } from "effect"
import type { EndpointOf, Noun, ErrorOf } from "./ApiTypes.js"
import { connect, type ServerOptions } from "./connect.js"
import { LINK, toSegment } from "./endpoints.js"

export interface Options extends ServerOptions {
  /** The access token, or an effect that gets it before each request that needs one, such as `Ref.get(ref)`. */
  readonly token?: Redacted.Redacted | Effect.Effect<Redacted.Redacted | undefined> | undefined
}

/**
 * An endpoint as a function. It fails with the endpoint's errors of the contract, which have different `_tag`s; with
 * `ParseError` if the request or response does not match the contract; and with `HttpClientError` without a response.
 */
export type Method<N extends Noun, Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> =
  Endpoint extends HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer _Method,
    infer Path,
    infer UrlParams,
    infer Payload,
    infer Headers,
    infer Success,
    infer _Error,
    infer _R,
    infer _RE
  >
    ? <WithResponse extends boolean = false>(
        request: Types.Simplify<
          HttpApiEndpoint.HttpApiEndpoint.ClientRequest<Path, UrlParams, Payload, Headers, WithResponse>
        >
      ) => Effect.Effect<
        WithResponse extends true ? [Success, HttpClientResponse.HttpClientResponse] : Success,
        ErrorOf<N, Endpoint> | HttpClientError.HttpClientError | ParseResult.ParseError
      >
    : never

/** Every endpoint of the contract, by group, except the link that verifies an address. */
export type Client = {
  readonly [N in Noun]: {
    readonly [Endpoint in EndpointOf<N> as HttpApiEndpoint.HttpApiEndpoint.Name<Endpoint>]: Method<N, Endpoint>
  }
}

const tokenOf = (token: Options["token"]): Effect.Effect<string | undefined> =>
  Effect.map(Effect.isEffect(token) ? token : Effect.succeed(token), (found) => found && Redacted.value(found))

type Send = (request: unknown) => Effect.Effect<unknown, unknown>
type Nouns<M> = { readonly [noun: string]: { readonly [name: string]: M } }

// HttpApiClient does not encode path parameters.
const withSegments =
  (send: Send): Send =>
  (request) =>
    Predicate.hasProperty(request, "path") && Predicate.isRecord(request.path)
      ? send({ ...request, path: Record.map(request.path, toSegment) })
      : send(request)

/** The client for Effect. Needs an `HttpClient`, such as `FetchHttpClient.layer`. */
export const make = ({ token, ...options }: Options): Effect.Effect<Client, never, HttpClient.HttpClient> =>
  Effect.map(HttpApiClient.make(Api, { transformClient: connect(options, tokenOf(token)) }), (derived) => {
    const nouns: Nouns<Send> = derived as never
    // `Client` is what HttpApiClient derives, without the link.
    return Record.map(nouns, (noun) => Record.map(Record.remove(noun, LINK), withSegments)) as never
  })
