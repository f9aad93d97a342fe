import type { Access, Rate } from "@boardwright/core"
import type { OnResponse, RateLimits } from "@boardwright/http"
import type { LayerOptions } from "./LayerOptions.js"
import type { Mailer } from "./Mailer.js"
import type { OnError } from "./reportTo.js"
import type { Storage } from "./Storage.js"

/** What a host's function answers: at once or later. */
type Answer<A> = A | PromiseLike<A>

/** A request as the host's own authentication sees it. */
export interface IncomingRequest {
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The `Request` or node's `IncomingMessage`, with whatever the host's middleware put on it. */
  readonly native: unknown
}

/** Says who calls: `asUser(id)`, or null for nobody. */
export type Authenticate = (request: IncomingRequest) => Answer<Access.Actor | null | undefined>

/** A user of the host. */
export interface HostUser {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Path or address of an image. */
  readonly avatar?: string | undefined
}

/** The host's users, where they are not ours. What these functions throw is an unexpected failure of the call. */
export interface Users {
  /** Those of the ids that are users. */
  readonly existing: (ids: ReadonlyArray<string>) => Answer<ReadonlyArray<string>>
  readonly findByEmail: (email: string) => Answer<HostUser | null | undefined>
}

/** Hashes passwords, where ours (bcrypt at cost 12 in worker threads) shall not. */
export interface PasswordHasher {
  readonly hash: (password: string) => Answer<string>
  /** With null for a hash: takes as long and answers false. */
  readonly verify: (password: string, hash: string | null) => Answer<boolean>
}

/** Says whether a sign-up comes from a person, by the token that the client sent. */
export type Captcha = (token: string | undefined) => Answer<boolean>

/** What an embedded Boardwright is made of. Only `storage` is always needed. */
export interface BoardwrightOptions extends LayerOptions {
  /** `sqlite(file)`, `postgres({ url })`, `postgres({ pool })` or `storageOf(layer)`. */
  readonly storage: Storage
  /** `smtp(url)`, `mailFolder(folder)` or `mailerOf(send)`. Default: mails wait for one until they expire. */
  readonly mailer?: Mailer | undefined
  /**
   * What access tokens are signed with, at least 32 bytes; of several the first signs and all verify. Needed unless
   * `authenticate` says who calls.
   */
  readonly jwtSecret?: string | ReadonlyArray<string> | undefined
  /**
   * The path that requests come in under, such as `/work`; the framework may take it off or leave it. Default: the path
   * of `baseUrl`.
   */
  readonly basePath?: string | undefined
  /** The host's own users. With them goes `authenticate`, and the account routes are off. */
  readonly users?: Users | undefined
  /** Who calls the API, by the host's own session. Default: by our access tokens. */
  readonly authenticate?: Authenticate | undefined
  /** Whether sign-up, sign-in and the rest of the accounts are served. Default: unless `users` is given. */
  readonly accountRoutes?: boolean | undefined
  readonly passwordHasher?: PasswordHasher | undefined
  /** Default: everyone passes. */
  readonly captcha?: Captcha | undefined
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: { readonly now: () => number } | undefined
  /**
   * Requests of the API per minute (default: `auth` 5, `sensitive` 10, `general` 60), failed sign-ins of one account in 15
   * minutes (`account`, 10) and mails of a kind to one address in an hour (`mail`, 5); `false` counts none, for a host that
   * limits requests itself.
   */
  readonly rateLimits?: Partial<RateLimits & Rate.AccountLimits> | false | undefined
  /** Origins whose pages may call the API. Default: the origin of `appUrl`. */
  readonly corsOrigins?: ReadonlyArray<string> | undefined
  /** How many proxies in front are trusted to name the client in `X-Forwarded-For`. Default: 0. */
  readonly trustProxy?: number | undefined
  /**
   * The client's address behind a web-standard request, which rate limits go by. Default: by `trustProxy`, and without
   * proxies all clients count as one, since a `Request` does not say.
   */
  readonly clientAddress?: ((request: Request) => string | undefined) | undefined
  /** Hears of what no caller is told, such as the cause of a 500. Default: to standard error. */
  readonly onError?: OnError | undefined
  /**
   * Hears of every request of the API that was answered, for the host's own log: id, route, status, duration and user,
   * and nothing of its path, query, headers or bodies. Default: nobody does.
   */
  readonly onResponse?: OnResponse | undefined
}
