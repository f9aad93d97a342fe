import type { Access } from "@boardwright/core"
import type { RateLimits } from "@boardwright/http"
import type { Mailer } from "./Mailer.js"
import type { Storage } from "./Storage.js"

/** A request as the host's own authentication sees it. */
export interface IncomingRequest {
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The `Request` or node's `IncomingMessage`, with whatever the host's middleware put on it. */
  readonly native: unknown
}

/** The host's users, where they are not ours. */
export interface Users {
  /** Those of the ids that are users. */
  readonly existing: (ids: ReadonlyArray<string>) => Promise<ReadonlyArray<string>>
  readonly findByEmail: (email: string) => Promise<{
    readonly id: string
    readonly name: string
    readonly email: string
    readonly avatar?: string | undefined
  } | null>
}

/** Hashes passwords, where ours (bcrypt at cost 12 in worker threads) shall not. */
export interface PasswordHasher {
  readonly hash: (password: string) => Promise<string>
  /** With null for a hash: takes as long and answers false. */
  readonly verify: (password: string, hash: string | null) => Promise<boolean>
}

/** What an embedded Boardwright is made of. Only `storage` has no default. */
export interface BoardwrightOptions {
  readonly storage: Storage
  /** Default: mails are refused, and tried again until one is configured or they expire. */
  readonly mailer?: Mailer | undefined
  /** At least 32 bytes each; the first signs access tokens, all verify. Needed for our own accounts. */
  readonly jwtSecret?: string | ReadonlyArray<string> | undefined
  /** The public address that everything is mounted under, for the links in mails. */
  readonly baseUrl?: string | undefined
  /** The front end's address: its pages are then where verification and reset lead. */
  readonly appUrl?: string | undefined
  /** The path that requests carry before `/api`, where the host does not take it off. */
  readonly basePath?: string | undefined
  /** The host's own users. With them goes `authenticate`, and the account routes are off. */
  readonly users?: Users | undefined
  /** Who calls, by the host's own session; null for nobody. Default: by our access tokens. */
  readonly authenticate?: ((request: IncomingRequest) => Access.Actor | null | Promise<Access.Actor | null>) | undefined
  /** Whether the account routes are served. Default: unless `users` is given. */
  readonly accountRoutes?: boolean | undefined
  readonly passwordHasher?: PasswordHasher | undefined
  /** Whether a sign-up comes from a person. Default: everyone passes. */
  readonly captcha?: ((token: string | undefined) => Promise<boolean>) | undefined
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: { readonly now: () => number } | undefined
  /** Requests per minute. Default: 5, 10 and 60. */
  readonly rateLimits?: Partial<RateLimits> | undefined
  /** Origins whose pages may call. Default: the origin of `appUrl`. */
  readonly corsOrigins?: ReadonlyArray<string> | undefined
  /** How many proxies in front of node:http are trusted to name the client. Default: 0. */
  readonly trustProxy?: number | undefined
  /** The client's address of a web-standard request. Default: all count as one, since a `Request` does not say. */
  readonly clientAddress?: ((request: Request) => string) | undefined
  /** Whether mails are delivered by this process. Default: true. */
  readonly deliverMail?: boolean | undefined
  /** Failures that a caller is not told of, such as what is behind a 500. Default: to the console. */
  readonly onError?: ((error: unknown) => void) | undefined
}
