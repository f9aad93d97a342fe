import * as HttpApiClient from "@effect/platform/HttpApiClient"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Api } from "@boardwright/http/contract"
import {
  Context,
  Effect,
  Option,
  type ParseResult,
  Predicate,
  Record,
  Redacted,
  Schema,
  type Stream,
  Struct,
  type Types
} from "effect"
import type { EndpointOf, Noun, ErrorOf, StreamEndpoint } from "../ApiTypes.js"
import type { ServerOptions } from "../ServerOptions.js"
import { newKey } from "../call.js"
import { connect } from "./connect.js"
import { RunningCall } from "./RunningCall.js"
import { allRoutes, LINKS, type Route, STREAM, toSegment } from "../Route.js"
import type { StreamedChange, StreamInput } from "../StreamedChange.js"
import { streamChanges } from "./streamChanges.js"

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
} & {
  readonly changes: {
    /**
     * The changes as they happen. Connects again by itself, with the last cursor; fails if the first request fails and when
     * the stream cannot be continued.
     */
    readonly stream: (request: { readonly urlParams: StreamInput }) => Stream.Stream<StreamedChange, StreamFailure>
  }
}

type StreamFailure = ErrorOf<"changes", StreamEndpoint> | HttpClientError.HttpClientError | ParseResult.ParseError

/** Fails with the error of the contract that the response is. */
const failed = (() => {
  const byStatus = new Map<number, Schema.Schema<ErrorOf<"changes", StreamEndpoint>>>()
  HttpApi.reflect(Api, {
    predicate: ({ endpoint }) => endpoint.name === STREAM,
    onGroup: () => undefined,
    onEndpoint: ({ errors }) => {
      for (const [status, { ast }] of errors) if (Option.isSome(ast)) byStatus.set(status, Schema.make(ast.value))
    }
  })
  return (response: HttpClientResponse.HttpClientResponse): Effect.Effect<never, StreamFailure> => {
    const schema = byStatus.get(response.status)
    const unexpected = () =>
      new HttpClientError.ResponseError({
        request: response.request,
        response,
        reason: response.status === 200 ? "Decode" : "StatusCode"
      })
    return schema === undefined
      ? Effect.fail(unexpected())
      : Effect.flatMap(HttpClientResponse.schemaBodyJson(schema)(response), Effect.fail)
  }
})()

const tokenOf = (token: Options["token"]): Effect.Effect<string | undefined> =>
  Effect.map(Effect.isEffect(token) ? token : Effect.succeed(token), (found) => found && Redacted.value(found))

/**
 * Names what calls within make, so that a later call with the same input and key returns the first one's response and makes
 * nothing: `Effect.provideService(call, IdempotencyKey, "import-7")`. Default: a new key for each call. Calls that make nothing send none.
 */
export class IdempotencyKey extends Context.Reference<IdempotencyKey>()("@boardwright/client/IdempotencyKey", {
  defaultValue: (): string | null => null
}) {}

type Send = (request: unknown) => Effect.Effect<unknown, unknown>
type Nouns<M> = { readonly [noun: string]: { readonly [name: string]: M } }

// HttpApiClient does not encode path parameters.
const withSegments =
  (send: Send): Send =>
  (request) =>
    Predicate.hasProperty(request, "path") && Predicate.isRecord(request.path)
      ? send({ ...request, path: Record.map(request.path, toSegment) })
      : send(request)

const routes = new Map(allRoutes().map((route) => [`${route.group}.${route.name}`, route]))

/** Tells what sends the requests of a call whether it may repeat them, and by which key. */
const repeatably = (send: Send, { method, takesKey }: Pick<Route, "method" | "takesKey">): Send => {
  const key = takesKey ? Effect.map(IdempotencyKey, (given) => given ?? newKey()) : Effect.succeed(null)
  return (request) =>
    Effect.flatMap(key, (key) =>
      Effect.provideService(send(request), RunningCall, { key, isRepeatable: takesKey || method === "GET" })
    )
}

/** The client for Effect. Needs an `HttpClient`, such as `FetchHttpClient.layer`. */
export const make = ({ token, ...options }: Options): Effect.Effect<Client, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const transformClient = connect(options, tokenOf(token))
    const nouns: Nouns<Send> = (yield* HttpApiClient.make(Api, { transformClient })) as never
    const client = transformClient(yield* HttpClient.HttpClient)
    const stream: Client["changes"]["stream"] = ({ urlParams }) => streamChanges(client, urlParams, failed)
    const calls = Record.map(nouns, (noun, group) =>
      Record.map(Struct.omit(noun, ...LINKS), (send, name) => {
        const route = routes.get(`${group}.${name}`)
        return route === undefined ? withSegments(send) : repeatably(withSegments(send), route)
      })
    )
    // `Client` is what HttpApiClient derives, without the links.
    return { ...calls, changes: { ...calls["changes"], [STREAM]: stream } } as never
  })
