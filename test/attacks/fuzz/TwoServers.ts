import { Agent, type IncomingHttpHeaders, request as ask } from "node:http"
import { Change, Values, Webhook } from "@boardwright/core"
import { Effect } from "effect"
import { strFromU8, unzipSync } from "fflate"
import { assert } from "vitest"
import { Names } from "../../equality/Names.js"
import type { Session } from "../../equality/sideBySide.js"
import { checkAgainstContract } from "../../support/contract.js"
import { startServer, type TestServer, parse } from "../../support/server.js"
import { errorBody } from "../../support/errorBody.js"

const DATABASES = ["sqlite", "postgres"] as const

/** By the clock, which goes on between one server and the other. */
const TIMES =
  /"(createdAt|updatedAt|exportedAt|verifiedAt|lastUsedAt|editedAt|at|dueAt|endedAt|failingSince|expiresAt|seenAt|to)":(\{"from":)?"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g

/** The same in a calendar. */
const STAMPS = /(DTSTAMP|LAST-MODIFIED):\d{8}T\d{6}Z/g

/** The text without where changes are in the feed, and whether others follow: other lanes' requests are between. */
const withoutPlaces = (text: string): string =>
  text
    .replaceAll(/"position":\d+/g, '"position":0')
    .replaceAll(/"cursor":"[0-9a-f]+\.\d+"/g, '"cursor":"0.0"')
    .replaceAll(/"hasMore":true/g, '"hasMore":false')

/** Random in each answer. */
const NONCES = /nonce="[\w+/]{22}=="/g

/** A request with its ids and tokens by name. */
export interface NamedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** What the body's text becomes on the wire, once its names are replaced. */
  readonly toBytes: (text: string) => Uint8Array
  readonly chunked: boolean
}

/** An answer with its ids and tokens by name, and the times that the clock gave as "then". */
export interface NamedAnswer {
  readonly status: number
  readonly text: string
  readonly type: string | undefined
}

/** An answer as text: an Excel file by what its parts hold. */
const textOf = (bytes: Uint8Array): string =>
  strFromU8(bytes.subarray(0, 2)) === "PK"
    ? Object.entries(unzipSync(bytes))
        .map(([name, part]) => `${name}: ${strFromU8(part)}`)
        .join("\n")
    : Buffer.from(bytes).toString("utf8")

const LONGEST = 16 * 1024 * 1024

const sendTo = (agent: Agent, port: string, names: Names, given: NamedRequest): Promise<NamedAnswer> =>
  new Promise((resolve, reject) => {
    const bytes = given.body === null ? null : given.toBytes(names.reveal(given.body))
    const framed = given.chunked ? { "transfer-encoding": "chunked" } : { "content-length": String(bytes?.byteLength) }
    const length = bytes === null ? {} : framed
    const headers = Object.fromEntries(
      Object.entries(given.headers).map(([name, value]) => [name, names.reveal(value)])
    )
    const options = { agent, host: "127.0.0.1", port, method: given.method, path: names.reveal(given.path) }
    const sent = ask({ ...options, headers: { ...headers, ...length } }, (response) => {
      const { "content-type": type }: IncomingHttpHeaders = response.headers
      if (type === "text/event-stream") {
        // It has no end.
        response.destroy()
        return resolve({ status: response.statusCode ?? 0, text: "", type })
      }
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const text = textOf(Buffer.concat(chunks))
        assert(text.length < LONGEST)
        const timeless = text.replaceAll(TIMES, '"$1":$2"then"').replaceAll(STAMPS, "$1:then")
        resolve({
          status: response.statusCode ?? 0,
          text: names.hide(withoutPlaces(timeless).replaceAll(NONCES, 'nonce="then"')),
          type
        })
      })
    })
    sent.on("error", reject)
    sent.end(bytes)
  })

/** A refusal: `{error, code, details}`. */
const isRefusal = (body: unknown): boolean =>
  typeof body === "object" &&
  body !== null &&
  "error" in body &&
  typeof body.error === "string" &&
  "code" in body &&
  "details" in body

const NO_HTTP = JSON.stringify(errorBody("Bad request"))

/** Fails for what no answer may be. */
const check = ({ method, path }: NamedRequest, { status, text }: NamedAnswer): unknown => {
  const body = parse(text)
  assert(status < 500, `${status} ${text}`)
  // The answer to HEAD has no body.
  if (status >= 400 && method !== "HEAD") assert(isRefusal(body), `no refusal of the specification: ${status} ${text}`)
  // What is no HTTP at all is refused before it is known what it asks for.
  if (status === 400 && text === NO_HTTP) return body
  checkAgainstContract(method, path.split(/[?#]/)[0] ?? path, status, body)
  return body
}

/** The same requests to a server on SQLite and to one on PostgreSQL, which have to answer alike. */
export interface Pair extends Session {
  /** Throws where the answers differ, or are none that the contract has. */
  readonly exchange: (given: NamedRequest) => Promise<{ readonly status: number; readonly body: unknown }>
}

/** Two running servers. Each `pair` names ids anew, so that several may be at work at once. */
export interface TwoServers {
  readonly pair: () => Pair
  readonly stop: () => Promise<void>
}

/** Stores a delivery to the webhook of a world. It is not attempted: when that is done depends on the other lanes. */
const planDelivery = (id: string) =>
  Effect.gen(function* () {
    const changes = yield* Change.ChangeRepository
    const { workspaceId } = yield* Effect.flatten((yield* Webhook.WebhookRepository).find(id as Webhook.WebhookId))
    yield* changes.place
    const created = (yield* changes.list(0, { workspaceId, types: ["webhook.created"] }, null, 1)).changes
    const at = yield* Values.Timestamp.now
    const deliveries = created.map(({ id: changeId, position, type }) => ({
      ...{ webhookId: id as Webhook.WebhookId, position, changeId, type, status: "pending" as const },
      ...{ attempts: 0, dueAt: at, createdAt: at, endedAt: null, lastStatus: null, lastFailure: null }
    }))
    yield* (yield* Webhook.WebhookDeliveryRepository).plan(deliveries)
  }).pipe(Effect.orDie)

const pairOf = (agent: Agent, servers: ReadonlyArray<TestServer>): Pair => {
  const all = servers.map((server) => ({ server, port: new URL(server.url).port, names: new Names() }))
  const same = <A>(values: ReadonlyArray<A>): A => {
    const [sqlite, postgres] = values
    if (sqlite === undefined) throw new Error("there is no server")
    assert.deepStrictEqual(postgres, sqlite, "(actual: postgres, expected: sqlite)")
    return sqlite
  }
  const named = async (make: (server: TestServer, names: Names) => Promise<string>) =>
    same(await Promise.all(all.map(async ({ names, server }) => names.hide(await make(server, names)))))
  const exchange: Pair["exchange"] = async (given) => {
    const answer = same(await Promise.all(all.map(({ names, port }) => sendTo(agent, port, names, given))))
    return { status: answer.status, body: check(given, answer) }
  }
  const send: Session["send"] = async (method, path, by = null, { body, headers } = {}) => {
    const { body: answered, status } = await exchange({
      method,
      path,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(by === null ? {} : { authorization: `Bearer ${by.token}` }),
        ...headers
      },
      body: body === undefined ? null : JSON.stringify(body),
      toBytes: (text) => Buffer.from(text),
      chunked: false
    })
    return { status, body: answered, headers: {} }
  }
  return {
    exchange,
    send,
    user: async (name) => JSON.parse(await named(async (server) => JSON.stringify(await server.user(name)))),
    mailedToken: () => Promise.reject(new Error("no mail is read here")),
    makeDelivery: async (webhook, owner) => {
      await Promise.all(all.map(({ names, server }) => server.run(planDelivery(names.reveal(webhook)))))
      const { body } = await send("GET", `/api/webhooks/${webhook}/deliveries`, owner)
      return body.deliveries[0].id
    }
  }
}

/** Starts a server on SQLite and one on PostgreSQL, of the same build and without rate limits. */
export const startTwoServers = async (): Promise<TwoServers> => {
  // Let go before the server does, which may end a connection while a request is on its way on it.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 })
  const servers = await Promise.all(DATABASES.map((storage) => startServer({ storage })))
  return {
    pair: () => pairOf(agent, servers),
    stop: async () => {
      agent.destroy()
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
}
