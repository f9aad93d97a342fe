import { readFileSync } from "node:fs"
import { HttpApi } from "@effect/platform"
import { createClient } from "@boardwright/client"
import { Api } from "@boardwright/http/contract"
import { describe, expect, it } from "vitest"
import { ALLOWED, MATRIX, requestOf, routes } from "../authorization/matrix.js"
import { onServer } from "../http/given.js"
import { checkAgainstContract } from "../support/contract.js"
import { makeWorld, type World } from "../support/world.js"

/** What is for browsers and calendar programs. */
const LINKS = new Set([
  "accounts.verifyEmail",
  "accounts.startSingleSignOn",
  "accounts.finishSingleSignOn",
  "calendars.feed"
])

/** The calls with no answer of JSON. */
const STREAMS = new Set(["boards.export", "changes.stream"])

it("the client has exactly the contract's endpoints, except links for browsers", () => {
  const contract: Array<string> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => contract.push(`${group.identifier}.${endpoint.name}`)
  })
  const { setToken: _, ...nouns } = createClient({ baseUrl: "http://service.example" })
  const names = Object.entries(nouns).flatMap(([noun, calls]) => Object.keys(calls).map((name) => `${noun}.${name}`))
  expect(names.toSorted()).toEqual(contract.filter((name) => !LINKS.has(name)).toSorted())
})

it("the client's routes are those that the contract has now: npm run build writes them", async () => {
  const script = new URL("../../scripts/clientRoutes.mjs", import.meta.url).href
  const { clientRoutes } = await import(script)
  const written = readFileSync(new URL("../../packages/client/src/routes.ts", import.meta.url), "utf8")
  expect(written).toBe(await clientRoutes())
})

/** The fields of a request's path, query and body, as a call takes them. */
const fieldsOf = (template: string, path: string, body: unknown): object => {
  const [where = "", query] = path.split("?")
  const segments = where.split("/")
  const parameters = template
    .split("/")
    .flatMap((segment, at) => (segment.startsWith(":") ? [[segment.slice(1), segments[at]]] : []))
  return { ...Object.fromEntries([...parameters, ...new URLSearchParams(query)]), ...Object(body) }
}

const called = [...routes.values()].filter(({ name }) => !LINKS.has(name) && !STREAMS.has(name))

describe("a call of the client", () => {
  const { server } = onServer()
  let shared: World | undefined

  it.each(called.map((route) => [route.name, route] as const))(
    "%s sends its request and returns the response",
    async (name, { needsSession, template }) => {
      const world = MATRIX[name]?.once ? await makeWorld(server()) : (shared ??= await makeWorld(server()))
      const caller = ALLOWED[MATRIX[name]?.may ?? ""]?.at(-1) ?? "owner"
      const { body, method, path, token } = requestOf(world, caller, name, world.own)
      const exchanges: Array<{ readonly sent: object; readonly status: number; readonly received: unknown }> = []
      const client = createClient({
        baseUrl: server().url,
        token: () => Promise.resolve(token),
        fetch: async (input, init) => {
          const request = new Request(input, init)
          const text = await request.clone().text()
          const response = await fetch(request)
          const sent = {
            method: request.method,
            path: request.url.replace(server().url, ""),
            authorization: request.headers.get("authorization"),
            body: text === "" ? undefined : JSON.parse(text)
          }
          exchanges.push({ sent, status: response.status, received: await response.clone().json() })
          return response
        }
      })
      const [noun = "", call = ""] = name.split(".")
      const calls: Record<string, (fields: object) => Promise<unknown>> = Object(client)[noun]
      const outcome = await calls[call]?.(fieldsOf(template, path, body)).catch((error: unknown) => error)
      const [exchange, ...others] = exchanges
      if (exchange === undefined) throw new Error("nothing was sent", { cause: outcome })
      const { received, sent, status } = exchange
      const authorization = needsSession ? `Bearer ${String(token)}` : null
      expect([sent, others]).toEqual([{ method, path, authorization, body }, []])
      expect(status).toBe(MATRIX[name]?.status)
      checkAgainstContract(method, path.split("?")[0] ?? "", status, received)
      expect(outcome).toMatchObject(status < 300 ? Object(received) : { ...Object(received), status })
    }
  )
})
