import type { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import type { Ports, Rate } from "@boardwright/core"
import type { Effect } from "effect"
import type { OpenStreams } from "./change/OpenStreams.js"
import type { CoreError } from "./errorResponse.js"
import type { LiveBody } from "./LiveBody.js"
import type { ServerRequest } from "./ServerRequest.js"

/** A query value: text, or what the parameter's declared type makes of it. */
export type QueryValue = string | number | boolean | ReadonlyArray<string>

export interface HandlerRequest<Path> {
  /** The path's parameters, decoded. */
  readonly path: Path
  /** The query's known parameters; empty ones are absent. */
  readonly query: { readonly [name: string]: QueryValue }
  /**
   * The body or query, as the type that the use case takes. It is not checked: the use case decodes its input first, and
   * this is the only place that relies on that.
   */
  readonly input: <A>() => A
  readonly method: string
  /** The request as the server received it. */
  readonly served: ServerRequest
  /** The public address that everything is mounted under, or its path where that is unknown. */
  readonly publicUrl: string
  /** The open streams of the instance. */
  readonly streams: OpenStreams
  /** Counts the request as so many more. Fails if that is past its rate limit. */
  readonly countMore: (
    requests: number
  ) => Effect.Effect<void, Rate.RateLimited | Ports.StorageUnavailable, Rate.RateCounts>
}

/** A response with a status other than the endpoint's usual one. */
export class Reply<A> {
  constructor(
    readonly status: number,
    readonly body: A,
    readonly headers: { readonly [name: string]: string } = {}
  ) {}
}

/** The bodies of the endpoint: of successes, and of its own errors, whose tag is not sent. */
type BodyOf<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> =
  | HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint>
  | Untagged<HttpApiEndpoint.HttpApiEndpoint.Error<Endpoint>>

type Untagged<E> = E extends { readonly _tag: string } ? Omit<E, "_tag"> : never

type Handler<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> = (
  request: HandlerRequest<HttpApiEndpoint.HttpApiEndpoint.PathParsed<Endpoint>>
) => Effect.Effect<
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> | Reply<BodyOf<Endpoint> | LiveBody | undefined>,
  CoreError,
  unknown
>

export type HandlersOf<Group extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [
    Endpoint in HttpApiGroup.HttpApiGroup.Endpoints<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<Endpoint>
  ]: Handler<Endpoint>
}

/** Type-checks handlers against their group of the contract. */
export const handlers =
  <Group extends HttpApiGroup.HttpApiGroup.Any>() =>
  <Map extends HandlersOf<Group>>(map: Map): Map =>
    map
