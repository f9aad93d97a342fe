import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type { Types } from "effect"
import type { EndpointOf, ExportEndpoint, Fields, Noun, QueryFields } from "./ApiTypes.js"
import { BoardwrightClientError } from "./BoardwrightClientError.js"
import { call, checkCallOptions, type CallOptions, type Input, type Sender } from "./call.js"
import { exportBoard } from "./exportBoard.js"
import { unlessAborted } from "./send.js"
import { allRoutes, type Route, STREAM } from "./Route.js"
import { rootOf, type ServerOptions } from "./ServerOptions.js"
import type { StreamedChange, StreamInput } from "./StreamedChange.js"
import { streamChanges } from "./streamChanges.js"

type MaybeToken = string | null | undefined

/** The access token, or a function that returns it before each request that needs one; null and undefined send none. */
export type Token = MaybeToken | (() => MaybeToken | Promise<MaybeToken>)

export interface ClientOptions extends ServerOptions {
  readonly token?: Token
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
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
      ? Promised<Types.Simplify<Fields<Path> & QueryFields<Query> & Fields<Body>>, Success>
      : never
    : never

type Promised<Input, Success> = keyof Input extends never
  ? (options?: CallOptions) => Promise<Success>
  : Partial<Input> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Success>
    : (input: Input, options?: CallOptions) => Promise<Success>

/**
 * Every endpoint of the contract, by group, except links for browsers. Calls reject with a `BoardwrightClientError`, or with
 * the signal's reason if aborted.
 */
export type BoardwrightClient = {
  readonly [N in Noun]: {
    readonly [E in EndpointOf<N> as HttpApiEndpoint.HttpApiEndpoint.Name<E>]: Call<E>
  }
} & {
  readonly boards: {
    /** A board as a file: the response, whose body is read by the caller. It ends with an error if the server fails meanwhile. */
    readonly export: (...given: Parameters<Call<ExportEndpoint>>) => Promise<Response>
  }
  readonly changes: {
    /**
     * The changes as they happen. Connects again by itself, with the last cursor; throws if the first request fails and when
     * the stream cannot be continued: no valid token, no access to the board, or `CursorExpired`. Leaving the loop closes
     * it.
     */
    readonly stream: (input?: StreamInput, options?: Pick<CallOptions, "signal">) => AsyncIterable<StreamedChange>
  }
  /** Sets the token after signing in, or removes it after signing out. */
  readonly setToken: (token: Token) => void
}

const read = async (token: Token): Promise<string | undefined> => {
  if (typeof token !== "function") return token ?? undefined
  try {
    return (await token()) ?? undefined
  } catch (cause) {
    throw new BoardwrightClientError({ code: "TokenUnavailable", status: null, error: "No token", cause })
  }
}

/** Throws a `TypeError` that names a wrong option. `rootOf` checks the others. */
const checkOptions = ({ baseUrl, fetch, maxWaitSeconds, retries, token, ...others }: ClientOptions): void => {
  if (fetch !== undefined && typeof fetch !== "function") throw new TypeError("fetch must be a function")
  if (!["string", "undefined", "function"].includes(typeof (token ?? undefined)))
    throw new TypeError("token must be a text, or a function that returns one")
  for (const name of Object.keys(others)) throw new TypeError(`${name} is not an option of a client`)
}

const takesInput = ({ queryFields, takesBody, template }: Route): boolean =>
  takesBody || queryFields.length > 0 || template.includes("{")

/**
 * A client of the server at `baseUrl`. Its only state is the token; there is nothing to close. Throws a `TypeError` that names a
 * wrong option.
 */
export const createClient = (options: ClientOptions): BoardwrightClient => {
  const root = rootOf(options)
  checkOptions(options)
  const { maxWaitSeconds, retries } = options
  let token: Token = options.token
  const sender: Sender = {
    root,
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
    token: () => read(token),
    maxWaitSeconds,
    retries
  }
  const method =
    (route: Route) =>
    async (...given: ReadonlyArray<unknown>): Promise<unknown> => {
      const [input = {}, own = {}] = (takesInput(route) ? given : [{}, ...given]) as [Input?, CallOptions?]
      checkCallOptions(own, ["signal", "onResponse", ...(route.takesKey ? ["idempotencyKey"] : [])])
      return unlessAborted(() => call(sender, route, input, own), own.signal)
    }
  const nouns: Record<string, Record<string, unknown>> = {}
  for (const route of allRoutes()) (nouns[route.group] ??= {})[route.name] = method(route)
  const stream: BoardwrightClient["changes"]["stream"] = (input = {}, options = {}) => {
    checkCallOptions(options, ["signal"])
    return streamChanges(sender, input, options.signal)
  }
  nouns["changes"] = { ...nouns["changes"], [STREAM]: stream }
  const download: BoardwrightClient["boards"]["export"] = async (input, options = {}) => {
    checkCallOptions(options, ["signal", "onResponse"])
    return unlessAborted(() => exportBoard(sender, input, options), options.signal)
  }
  nouns["boards"] = { ...nouns["boards"], export: download }
  const setToken = (next: Token): void => {
    token = next
  }
  // `BoardwrightClient` describes what the loop builds.
  return { ...nouns, setToken } as never
}
