import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiError from "@effect/platform/HttpApiError"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Api } from "@boardwright/http/contract"
import type { LINKS, STREAM } from "./Route.js"

type Contract =
  typeof Api extends HttpApi.HttpApi<infer _Id, infer Groups, infer ApiError, infer _R>
    ? { readonly groups: Groups; readonly error: ApiError }
    : never

/** The groups of endpoints, but the one that only calendar programs use. */
export type Noun = Exclude<HttpApiGroup.HttpApiGroup.Name<Contract["groups"]>, "calendars">

type Group<N extends Noun> = HttpApiGroup.HttpApiGroup.WithName<Contract["groups"], N>

type AnyEndpointOf<N extends Noun> = HttpApiGroup.HttpApiGroup.Endpoints<Group<N>>

/** The endpoints of a group that a client calls, each with one response. */
export type EndpointOf<N extends Noun> = HttpApiEndpoint.HttpApiEndpoint.ExcludeName<
  AnyEndpointOf<N>,
  (typeof LINKS)[number] | typeof STREAM
>

/** A change as the list of changes has it. */
export type ListedChange = HttpApiEndpoint.HttpApiEndpoint.Success<
  HttpApiEndpoint.HttpApiEndpoint.WithName<AnyEndpointOf<"changes">, "list">
>["changes"][number]

/** The endpoint of the stream of changes. */
export type StreamEndpoint = HttpApiEndpoint.HttpApiEndpoint.WithName<AnyEndpointOf<"changes">, typeof STREAM>

/** The endpoint of a board's file. */
export type ExportEndpoint = HttpApiEndpoint.HttpApiEndpoint.WithName<AnyEndpointOf<"boards">, "export">

/** The errors of an endpoint; HttpApi's own is never sent. */
export type ErrorOf<N extends Noun, Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any> = Exclude<
  HttpApiEndpoint.HttpApiEndpoint.Error<Endpoint> | HttpApiGroup.HttpApiGroup.Error<Group<N>> | Contract["error"],
  HttpApiError.HttpApiDecodeError
>

/** The fields of an endpoint's path, query or body; `unknown` if it has no such part. */
export type Fields<Part> = [Part] extends [never] ? unknown : Part

/** Conditions on the columns of tasks, as the query parameter `filter` has them as JSON. */
export type Filter =
  | { readonly column: string; readonly op: string; readonly value?: unknown }
  | { readonly all: ReadonlyArray<Filter> }
  | { readonly any: ReadonlyArray<Filter> }

/** The fields of an endpoint's query, where a filter may be data in place of JSON. */
export type QueryFields<Query> = "filter" extends keyof Fields<Query>
  ? Omit<Fields<Query>, "filter"> & { readonly filter?: string | Filter | undefined }
  : Fields<Query>
