import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpClient from "@effect/platform/HttpClient"
import { Cause, Effect, Exit, Option, Stream, type Types } from "effect"
import type { EndpointOf, Fields, Noun } from "./ApiTypes.js"
import { BoardwrightClientError } from "./BoardwrightClientError.js"
import { connect, type ServerOptions } from "./connect.js"
import { type Endpoint, endpoints, STREAM } from "./endpoints.js"
import { callEndpoint, failWith, type Input, toFailure } from "./callEndpoint.js"
import { streamChanges, type StreamedChange, type StreamInput } from "./streamChanges.js"

/** The access token, or a function that returns it before each request that needs one; undefined sends none. */
export type Token = string | undefined | (() => string | undefined | Promise<string | undefined>)

export interface ClientOptions extends ServerOptions {
  readonly token?: Token
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** The last argument of every call. */
export interface CallOptions {
  /** Aborts the call, even while it waits for a retry; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * An endpoint as a function that returns a promise. The fields of its path, query and body are in one object, which is
 * optional if no field is required. An endpoint with the same field in two places has no type.
 */
export type Call<E extends HttpApiEndpoint.HttpApiEndpoint.Any> =
  E extends HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer _Method,
    infer Path,
    infer Query,
    infer Body,
    infer _Headers,
    infer Success,
    infer _Error,
    infer _R,
    infer _RE
  >
    ? keyof Fields<Path> & keyof (Fields<Query> & Fields<Body>) extends never
      ? Promised<Types.Simplify<Fields<Path> & Fields<Query> & Fields<Body>>, Success>
      : never
    : never

type Promised<Input, Success> = keyof Input extends never
  ? (options?: CallOptions) => Promise<Success>
  : Partial<Input> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Success>
    : (input: Input, options?: CallOptions) => Promise<Success>

/**
 * The client for promises: every endpoint of the contract, by group, except the link that verifies an address. Calls reject
 * with a `BoardwrightClientError`, or with the signal's reason if aborted.
 */
export type BoardwrightClient = {
  readonly [N in Noun]: {
    readonly [E in EndpointOf<N> as HttpApiEndpoint.HttpApiEndpoint.Name<E>]: Call<E>
  }
} & {
  readonly changes: {
    /**
     * The changes as they happen. Connects again by itself, with the last cursor; throws if the first request fails and when
     * the stream cannot be continued: no valid token, no access to the board, or `CursorExpired`. Leaving the loop closes
     * it.
     */
    readonly stream: (input?: StreamInput, options?: CallOptions) => AsyncIterable<StreamedChange>
  }
  /** Sets the token after signing in, or removes it after signing out. */
  readonly setToken: (token: Token) => void
}

const read = (token: Token): Effect.Effect<string | undefined, BoardwrightClientError> =>
  typeof token !== "function"
    ? Effect.succeed(token)
    : Effect.tryPromise({
        try: async () => token(),
        catch: (cause) =>
          new BoardwrightClientError({ code: "TokenUnavailable", status: null, error: "No token", cause })
      })

const run = async (work: Effect.Effect<unknown, BoardwrightClientError>, { signal }: CallOptions): Promise<unknown> => {
  signal?.throwIfAborted()
  const exit = await Effect.runPromiseExit(work, signal === undefined ? {} : { signal })
  if (Exit.isSuccess(exit)) return exit.value
  if (Cause.isInterrupted(exit.cause)) signal?.throwIfAborted()
  throw Option.getOrElse(Cause.failureOption(exit.cause), () => Cause.squash(exit.cause))
}

/** Fails with the reason once the signal is aborted. */
const aborted = (signal: AbortSignal): Effect.Effect<never, unknown> =>
  Effect.async((resume) => {
    const abort = () => resume(Effect.fail(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort)
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })

const takesInput = ({ pathFields, queryFields, takesBody }: Endpoint): boolean =>
  takesBody || pathFields.length + queryFields.length > 0

/** A client of the server at `baseUrl`. Its only state is the token; there is nothing to close. */
export const createClient = ({ fetch, token: first, ...options }: ClientOptions): BoardwrightClient => {
  let token: Token = first
  const client = Effect.runSync(Effect.provide(HttpClient.HttpClient, FetchHttpClient.layer)).pipe(
    connect(
      options,
      Effect.suspend(() => read(token))
    )
  )
  const call =
    (endpoint: Endpoint) =>
    (...given: ReadonlyArray<unknown>): Promise<unknown> => {
      const [input = {}, callOptions = {}] = (takesInput(endpoint) ? given : [{}, ...given]) as [Input?, CallOptions?]
      const work = callEndpoint(client, endpoint, input).pipe(
        Effect.withTracerEnabled(false),
        fetch === undefined ? (same) => same : Effect.provideService(FetchHttpClient.Fetch, fetch)
      )
      return run(work, callOptions)
    }
  const stream = (input: StreamInput = {}, { signal }: CallOptions = {}): AsyncIterable<StreamedChange> =>
    streamChanges(client, input, failWith).pipe(
      Stream.mapError(toFailure),
      fetch === undefined ? (same) => same : Stream.provideService(FetchHttpClient.Fetch, fetch),
      signal === undefined ? (same) => same : Stream.interruptWhen(aborted(signal)),
      Stream.toAsyncIterable
    )
  const nouns: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) (nouns[endpoint.group] ??= {})[endpoint.name] = call(endpoint)
  nouns["changes"] = { ...nouns["changes"], [STREAM]: stream }
  const setToken = (next: Token): void => {
    token = next
  }
  // `BoardwrightClient` describes what the loop builds.
  return { ...nouns, setToken } as never
}
