import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Account, Change, Mail, Ports, Rate, type System } from "@boardwright/core"
import { Authentication, type RateLimits, Redirects, redirectsTo } from "@boardwright/http"
import { addressOf, type Deadlines, nodeServer } from "@boardwright/http/node"
import { AesSecretBox, CryptoSecrets, HttpWebhookSender, JoseAccessTokens, UuidIds } from "@boardwright/node"
import { layer as postgres } from "@boardwright/postgres"
import { layer as sqlite } from "@boardwright/sqlite"
import { anAccount, MemoryStorage, PlainPasswordHasher, RecordingMailer } from "@boardwright/testing"
import { contentSecurityPolicy, siteModules } from "@boardwright/web"
import { pages } from "./pages.js"
import { Effect, Exit, Layer, ManagedRuntime, Redacted, Scope } from "effect"
import { checkAgainstContract } from "./contract.js"
import { scopedDatabase } from "./postgres/scopedDatabases.js"
import { sendRequest } from "./sendRequest.js"

/** Every storage. */
export const STORAGES = ["memory", "sqlite", "postgres"] as const
type StorageName = (typeof STORAGES)[number]

/** The storage that the suites over HTTP run on: SQLite, or PostgreSQL in `npm run test:postgres`. */
export const STORAGE: StorageName = process.env["TEST_STORAGE"] === "postgres" ? "postgres" : "sqlite"

const storageLayers = {
  memory: () => MemoryStorage.layer,
  sqlite: (directory, filename = join(directory, "test.db")) =>
    Layer.mergeAll(Layer.orDie(sqlite({ filename })), Rate.memoryRateCounts(), Rate.memoryThrottle()),
  postgres: (_directory, database) =>
    database === undefined
      ? Layer.unwrapScoped(Effect.map(scopedDatabase, ({ url }) => Layer.orDie(postgres({ url }))))
      : Layer.orDie(postgres({ url: database }))
} satisfies Record<
  StorageName,
  (directory: string, database?: string) => Layer.Layer<System.StoragePorts | Rate.RateCounts | Rate.Throttle>
>

const PLENTY: RateLimits = { auth: 1_000_000, sensitive: 1_000_000, general: 1_000_000 }
const PLENTY_EACH: Rate.AccountLimits = { account: 1_000_000, mail: 1_000_000 }

const layerOf = (
  { accountLimits = PLENTY_EACH, database, services = Layer.empty, storage = STORAGE }: TestServerOptions,
  directory: string
) => {
  const ports = Layer.mergeAll(
    storageLayers[storage](directory, database),
    RecordingMailer.layer,
    PlainPasswordHasher.layer,
    CryptoSecrets.layer,
    UuidIds.layer,
    JoseAccessTokens.layer({ secrets: [Redacted.make("a secret of at least thirty-two bytes")] }),
    AesSecretBox.layer({ keys: [Redacted.make("5e".repeat(32))] }),
    // No name has an address here, which DNS might take seconds to say.
    HttpWebhookSender.layer({ allowedHosts: ["127.0.0.1"], resolve: async () => [] }),
    Ports.CaptchaVerifier.none,
    Change.ChangeHandlers.layer,
    Layer.succeed(Rate.CurrentAccountLimits, accountLimits),
    Layer.succeed(Ports.Links, Ports.Links.to("http://service.example", null)),
    Layer.succeed(Redirects, redirectsTo(null)),
    services
  )
  const derived = Layer.mergeAll(Account.UserDirectory.accounts, Authentication.accessTokens, Change.ChangeFeed.layer)
  return Layer.provideMerge(derived, ports)
}

/** The services behind a test server. */
export type TestServices = Layer.Layer.Success<ReturnType<typeof layerOf>>

export interface TestServerOptions {
  readonly storage?: StorageName
  /** The database to run on, a file on SQLite, which other servers may share; without it, one that ends with the server. */
  readonly database?: string
  readonly rateLimits?: RateLimits
  readonly accountLimits?: Rate.AccountLimits
  /** Services that are optional, such as an identity provider. */
  readonly services?: Layer.Layer<never>
  readonly trustProxy?: number
  readonly corsOrigins?: ReadonlyArray<string>
  readonly deadlines?: Deadlines
}

/** An answer: `body` is the JSON, or the text where it is none. */
export interface Answer {
  readonly status: number
  // What a test expects of it is the test's to say.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly headers: Headers
}

export interface CallOptions {
  readonly token?: string | undefined
  /** Sent as JSON; text and bytes are sent as they are. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

export interface TestServer {
  readonly url: string
  /** Sends a request and checks the answer against the contract. The path is given whole, `/api/...`. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  /** Runs an effect on the server's own services: to seed, to look at what is stored. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, TestServices>) => Promise<A>
  /** Sends the mails that are due. */
  readonly deliver: () => Promise<void>
  /** A verified user with a session, made in storage. */
  readonly user: (name: string) => Promise<TestUser>
  /** Tells it to stop, as a signal would: it answers what is still on its way. */
  readonly drain: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface TestUser {
  readonly id: string
  readonly email: string
  readonly token: string
}

const asBody = (body: unknown): string | Uint8Array | null => {
  if (body === undefined) return null
  return typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)
}

export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const caller =
  (url: string): TestServer["call"] =>
  async (method, path, { body, headers, token } = {}) => {
    const sent = asBody(body)
    const response = await sendRequest(url + path, {
      method,
      headers: {
        ...(sent === null ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers
      },
      body: sent
    })
    const answered = parse(response.text)
    checkAgainstContract(method, path.split("?")[0] ?? path, response.status, answered)
    return { status: response.status, body: answered, headers: response.headers }
  }

const newUser = Effect.fnUntraced(function* (name: string) {
  const accounts = yield* Account.AccountRepository
  const id = Account.UserId.make(yield* (yield* Ports.Ids).next)
  const email = `${name}-${id}@example.com`
  const createdAt = "2026-01-01T00:00:00.000Z" as Account.Account["createdAt"]
  const passwordHash = yield* (yield* Ports.PasswordHasher).hash(Redacted.make("password of " + name))
  yield* accounts.insert(anAccount({ id, name, email, passwordHash, verifiedAt: createdAt, createdAt }))
  return { id, email, token: yield* (yield* Ports.AccessTokens).sign({ userId: id, email, ver: 0 }) }
})

/** Starts the API on a free port, on fakes for hashing and mail and the real adapters for the rest. */
export const startServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const directory = await mkdtemp(join(tmpdir(), "boardwright-http-"))
  const runtime = ManagedRuntime.make(layerOf(options, directory))
  const scope = await Effect.runPromise(Scope.make())
  const server = await runtime.runPromise(
    nodeServer({
      port: 0,
      host: "127.0.0.1",
      trustProxy: options.trustProxy ?? 0,
      drainTimeout: "1 second",
      rateLimits: options.rateLimits ?? PLENTY,
      corsOrigins: options.corsOrigins ?? [],
      deadlines: options.deadlines,
      pages: { pages, assets: siteModules, contentSecurityPolicy },
      mcp: async (request) => (await import("@boardwright/mcp")).serveMcp(request)
    }).pipe(Effect.provideService(Scope.Scope, scope))
  )
  const url = `http://127.0.0.1:${addressOf(server).port}`
  return {
    url,
    call: caller(url),
    run: (effect) => runtime.runPromise(effect),
    deliver: async () => {
      await runtime.runPromise(Effect.repeat(Mail.deliverMail(), { until: (taken) => taken === 0 }))
    },
    user: (name) => runtime.runPromise(newUser(name)),
    drain: () => runtime.runPromise(Scope.close(scope, Exit.void)),
    stop: async () => {
      server.closeAllConnections()
      await runtime.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
      await rm(directory, { recursive: true, force: true })
    }
  }
}
