import { Webhook } from "@boardwright/core"
import type { Effect } from "effect"
import { assert, vi } from "vitest"
import { mailedToken } from "../http/given.js"
import { checkAgainstContract } from "../support/contract.js"
import {
  type CallOptions,
  startServer,
  STORAGES,
  type TestServer,
  type TestServerOptions,
  type TestServices,
  type TestUser,
  parse
} from "../support/server.js"
import { Names } from "./Names.js"
import { sendRequest } from "../support/sendRequest.js"

/**
 * Headers whose values depend on the database's clock or on when changes are placed, or differ between requests. Only
 * their presence is compared. What remains of a limit is among them: PostgreSQL ends a window after a minute of its own clock,
 * which a slow run takes longer than. The suite of `RateCounts` compares counts.
 */
const VARYING: ReadonlySet<string> = new Set([
  ...["date", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after", "x-change-cursor", "etag"]
])

// Keeps the requests of a test within one rate limit window.
const STEP_MILLIS = 5

/** The caller. */
export type Person = Pick<TestUser, "token">

/** The response of all servers, with names in place of ids and tokens. */
export interface Common {
  readonly status: number
  // Each test knows the shape of the body.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
  readonly headers: Readonly<Record<string, string>>
}

/** Requests that share the names of ids and tokens. */
export interface Session {
  /**
   * Sends a request to all servers, with each one's own ids in place of their names. Throws where the answers differ in
   * status, headers or body: of the databases in a character of it, of memory in anything but the order of fields.
   */
  readonly send: (
    method: string,
    path: string,
    by?: Person | null,
    rest?: Omit<CallOptions, "token">
  ) => Promise<Common>
  /** A verified user who is signed in on each server. */
  readonly user: (name: string) => Promise<TestUser>
  /** The token of the newest mail to an address. */
  readonly mailedToken: (address: string) => Promise<string>
  /** Makes a delivery to a webhook of the workspace's owner, and returns its id. */
  readonly makeDelivery: (webhook: string, owner: Person) => Promise<string>
}

/** A server on each storage. */
export interface SideBySide {
  readonly session: () => Session
  /** Runs an effect on each server's services. */
  readonly runOnEach: (effect: Effect.Effect<unknown, never, TestServices>) => Promise<void>
  /** The requests sent, as `METHOD path`, each with the status of its response. */
  readonly sent: ReadonlyArray<readonly [request: string, status: number]>
  readonly stop: () => Promise<void>
}

const common = <A>(values: ReadonlyArray<A>, what: string): A => {
  const [first, ...others] = values
  if (first === undefined) throw new Error("there are no servers")
  const names = STORAGES.slice(-values.length)
  for (const [at, other] of others.entries())
    assert.deepStrictEqual(other, first, `${what}\n(actual: ${names[at + 1]}, expected: ${names[0]})`)
  return first
}

/** Sorts the keys of JSON objects; leaves other text unchanged. */
const sorted = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : value
    )
  } catch {
    return text
  }
}

const headersOf = (headers: Headers, names: Names): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name, VARYING.has(name) ? "there" : names.hide(value)]))

const bodyOf = (body: unknown, names: Names): string | Uint8Array =>
  body instanceof Uint8Array ? body : names.reveal(typeof body === "string" ? body : JSON.stringify(body))

const ask = async (url: string, names: Names, method: string, path: string, { body, headers, token }: CallOptions) => {
  const {
    headers: received,
    status,
    text
  } = await sendRequest(url + names.reveal(path), {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${names.reveal(token)}` }),
      ...headers
    },
    body: body === undefined ? null : bodyOf(body, names)
  })
  // Sorted first, because ids are named in order of appearance and storages may order fields differently.
  const content = names.hide(sorted(text))
  return { status, headers: headersOf(received, names), content, text: names.hide(text) }
}

/** Starts a server on each storage, with one clock for all that advances only between requests. */
export const startSideBySide = async (options: Omit<TestServerOptions, "storage"> = {}): Promise<SideBySide> => {
  const servers = await Promise.all(STORAGES.map((storage) => startServer({ storage, ...options })))
  const sent: Array<readonly [string, number]> = []
  let now = Date.parse("2031-05-06T07:08:09.010Z")
  vi.useFakeTimers({ toFake: ["Date"], now })

  const session = (): Session => {
    const all = servers.map((server) => ({ server, names: new Names() }))
    const named = async (what: string, make: (server: TestServer, names: Names) => Promise<string>): Promise<string> =>
      common(await Promise.all(all.map(async ({ names, server }) => names.hide(await make(server, names)))), what)
    const send: Session["send"] = async (method, path, by = null, rest = {}) => {
      vi.setSystemTime((now += STEP_MILLIS))
      const call = { ...rest, token: by?.token }
      const answers = await Promise.all(all.map(({ names, server }) => ask(server.url, names, method, path, call)))
      const request = `${method} ${path}`
      const shown = rest.body instanceof Uint8Array ? "bytes" : JSON.stringify(rest.body)?.slice(0, 2_000)
      const what = `${request} ${shown ?? ""}`
      const { headers, status } = common(
        answers.map(({ text: _, ...answer }) => answer),
        what
      )
      // In memory an object keeps the order in which its fields were set; a table has its own order.
      const text = common(
        answers.slice(1).map(({ text }) => text),
        what
      )
      const body = parse(text)
      checkAgainstContract(method, path.split("?")[0] ?? path, status, body)
      sent.push([request, status])
      return { status, body, headers }
    }
    return {
      send,
      user: async (name) => JSON.parse(await named(name, async (server) => JSON.stringify(await server.user(name)))),
      mailedToken: (address) =>
        named(`mail to ${address}`, (server, names) => mailedToken(server, names.reveal(address))),
      makeDelivery: async (_webhook, owner) => {
        await Promise.all(servers.map((server) => server.run(Webhook.deliverWebhooks)))
        const { body } = await send("GET", "/api/changes?types=webhook.created", owner)
        return String(body.changes[0].position)
      }
    }
  }
  return {
    session,
    runOnEach: async (effect) => {
      await Promise.all(servers.map((server) => server.run(effect)))
    },
    sent,
    stop: async () => {
      vi.useRealTimers()
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
}
