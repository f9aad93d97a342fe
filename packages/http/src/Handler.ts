import type { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import type { Effect } from "effect"
import type { CoreError } from "./errors.js"

/** The values of a query: text, or what a parameter's declared type made of it. */
export type QueryValue = string | number | boolean

/** A request as a handler sees it. */
export interface HandlerRequest<Path> {
  /** The path's parameters, decoded. */
  readonly path: Path
  /** The query's known parameters; empty ones are absent. */
  readonly query: { readonly [name: string]: QueryValue }
  /**
   * What the client sent, body or query, as the type that the use case asks for. Nothing has checked it: the use case
   * decodes its input first thing, and this is the only place that relies on that.
   */
  readonly input: <A>() => A
  readonly method: string
  /** The key of the address that the request comes from. */
  readonly client: () => string
}

/** An answer with a status other than the endpoint's first. */
export class Reply<A> {
  constructor(
    readonly status: number,
    readonly body: A,
    readonly headers: { readonly [name: string]: string } = {}
  ) {}
}

/** What the endpoint may answer with: a success, or a refusal of its own, whose tag is not sent. */
type BodyOf<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> =
  HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> | Untagged<HttpApiEndpoint.HttpApiEndpoint.Error<Endpoint>>

type Untagged<Refusal> = Refusal extends { readonly _tag: string } ? Omit<Refusal, "_tag"> : never

type Handler<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> = (
  request: HandlerRequest<HttpApiEndpoint.HttpApiEndpoint.PathParsed<Endpoint>>
) => Effect.Effect<HttpApiEndpoint.HttpApiEndpoint.Success<Endpoint> | Reply<BodyOf<Endpoint>>, CoreError, unknown>

/** A handler for each endpoint of a group. */
export type HandlersOf<Group extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [
    Endpoint in HttpApiGroup.HttpApiGroup.Endpoints<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<Endpoint>
  ]: Handler<Endpoint>
}

/** Checks handlers against their group of the contract. */
export const handlers =
  <Group extends HttpApiGroup.HttpApiGroup.Any>() =>
  <Map extends HandlersOf<Group>>(map: Map): Map =>
    map
