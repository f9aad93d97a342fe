import type { Access, Rate } from "@boardwright/core"
import type { OnResponse, RateLimits, ServeMcp } from "@boardwright/http"
import type { LayerOptions } from "./LayerOptions.js"
import type { Mailer } from "./Mailer.js"
import type { OnError } from "./reportErrors.js"
import type { Storage } from "./Storage.js"

/** The result of a host's function, sync or async. */
type Answer<A> = A | PromiseLike<A>

/** A request, for the host's own authentication. */
export interface IncomingRequest {
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The `Request` or Node's `IncomingMessage`, with anything the host's middleware added. */
  readonly native: unknown
}

/** Returns the caller: `asUser(id)`, or null for nobody. */
export type Authenticate = (request: IncomingRequest) => Answer<Access.Actor | null | undefined>

export interface HostUser {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The path or URL of an image. Without one it is the default image. */
  readonly avatar?: string | null | undefined
}

/** The host's own users. What these functions throw is an unexpected failure of the call. */
export interface Users {
  /** Returns the ids that are users. */
  readonly existing: (ids: ReadonlyArray<string>) => Answer<ReadonlyArray<string>>
  readonly findByEmail: (email: string) => Answer<HostUser | null | undefined>
  /** Returns the users with these ids, at most 500, in any order. Without it people on boards have no names. */
  readonly find?: ((ids: ReadonlyArray<string>) => Answer<ReadonlyArray<HostUser>>) | undefined
}

/** Hashes passwords in place of bcrypt at cost 12 in worker threads. */
export interface PasswordHasher {
  readonly hash: (password: string) => Answer<string>
  /** With null for the hash it takes as long and returns false. */
  readonly verify: (password: string, hash: string | null) => Answer<boolean>
}

/** A `Tracer` of `@opentelemetry/api`. */
export interface OpenTelemetryTracer {
  readonly startSpan: (...parameters: never) => unknown
}

/** Checks the CAPTCHA token that the client sent with a sign-up. */
export type Captcha = (token: string | undefined) => Answer<boolean>

/** The options of `createBoardwright`. Only `storage` is always required. */
export interface BoardwrightOptions extends LayerOptions {
  /** `sqlite(file)`, `postgres({ url })`, `postgres({ pool })` or `storageOf(layer)`. */
  readonly storage: Storage
  /** `smtp(url)`, `mailFolder(folder)` or `mailerOf(send)`. Default: mail stays in the queue until it expires. */
  readonly mailer?: Mailer | undefined
  /**
   * Signs access tokens; at least 32 bytes. Of several secrets the first signs and all verify. Required without
   * `authenticate`.
   */
  readonly jwtSecret?: string | ReadonlyArray<string> | undefined
  /**
   * The path that requests arrive under, such as `/work`; the framework may strip it or leave it. Default: the path of
   * `baseUrl`.
   */
  readonly basePath?: string | undefined
  /** The host's own users. They require `authenticate` and turn the account endpoints off. */
  readonly users?: Users | undefined
  /** Identifies callers of the API by the host's own session. Default: Boardwright's access tokens. */
  readonly authenticate?: Authenticate | undefined
  /** Whether sign-up, sign-in and the other account endpoints are served. Default: true without `users`. */
  readonly accountRoutes?: boolean | undefined
  readonly passwordHasher?: PasswordHasher | undefined
  /** Whether the 10,000 most used passwords are refused for new passwords. Default: false. */
  readonly passwordDenylist?: boolean | undefined
  /** Default: no check. */
  readonly captcha?: Captcha | undefined
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: { readonly now: () => number } | undefined
  /**
   * Requests per minute (default: `auth` 5, `sensitive` 10, `general` 60), failed sign-ins per account in 15 minutes
   * (`account`, 10) and mails of one kind per address and hour (`mail`, 5). `false` turns all of them off.
   */
  readonly rateLimits?: Partial<RateLimits & Rate.AccountLimits> | false | undefined
  /**
   * For how many days the record of changes is kept. Default: 365. Up to 30 while a durable consumer or a webhook still
   * needs it.
   */
  readonly changesDays?: number | undefined
  /** For how many days deleted boards and tasks can be restored. Default: 30. */
  readonly trashDays?: number | undefined
  /**
   * Encrypts the secrets of webhooks: 32 bytes in hex or base64. Of several keys the first encrypts and all decrypt. Default:
   * none; creating a webhook is then a 503.
   */
  readonly secretsKey?: string | ReadonlyArray<string> | undefined
  /**
   * Names, addresses and ranges (`10.0.0.0/8`), each with or without `:port`, that webhooks may reach although they are
   * private, and by `http:`. Default: none.
   */
  readonly webhookAllowedHosts?: ReadonlyArray<string> | undefined
  /** Origins whose pages may call the API. Default: the origin of `appUrl`. */
  readonly corsOrigins?: ReadonlyArray<string> | undefined
  /** How many proxies in front are trusted to name the client in `X-Forwarded-For`. Default: 0. */
  readonly trustProxy?: number | undefined
  /**
   * The client's address of a web-standard request, for rate limits. Default: by `trustProxy`; without proxies all clients
   * count as one, because a `Request` has no address.
   */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
  /**
   * A tracer of OpenTelemetry, such as `trace.getTracer("boardwright")`, for spans of requests, use cases, transactions and
   * statements. They are children of the span that is active in the app. Needs `@opentelemetry/api`. Default: nothing is
   * traced.
   */
  readonly tracer?: OpenTelemetryTracer | undefined
  /** Serves agents at `/mcp`: `serveMcp` of `@boardwright/mcp`. Default: `/mcp` is not served. */
  readonly mcp?: ServeMcp | undefined
  /** Called for failures that no caller sees, such as the cause of a 500. Default: writes to standard error. */
  readonly onError?: OnError | undefined
  /**
   * Called after every response of the API, for the host's own log, with id, route, status, duration and user, and
   * nothing of the path, query, headers or bodies.
   */
  readonly onResponse?: OnResponse | undefined
  /** Whether requests, statements, queues and deliveries are measured, for `hub.metrics()`. Default: false. */
  readonly metrics?: boolean | undefined
}
