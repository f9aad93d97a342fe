import { HttpApi } from "@effect/platform"
import { Api, codesOf, endpointRoutes, openApi } from "@boardwright/http"
import { Option, ParseResult, Schema, SchemaAST } from "effect"
import { describe, expect, it } from "vitest"

interface Answer {
  readonly description: string
  readonly headers?: { readonly [name: string]: object }
  readonly content?: { readonly [type: string]: { readonly schema: Schema } }
}
interface Schema {
  readonly $ref?: string
  readonly anyOf?: ReadonlyArray<Schema>
  readonly type?: string
  readonly examples?: ReadonlyArray<unknown>
}
interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  readonly "x-rate-limit-tier"?: string
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required: boolean }>
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly [type: string]: { readonly schema: Schema } }
  }
  readonly responses: { readonly [status: string]: Answer }
}
interface Document {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly schemas: { readonly [name: string]: object }; readonly securitySchemes: object }
}

// As it is served.
const text = JSON.stringify(await openApi())
const document: Document = JSON.parse(text)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, { ...operation, path, method }] as const)
)

interface Described {
  readonly statuses: ReadonlyArray<string>
  readonly needsSession: boolean
  readonly tier: string
  readonly payload: Schema.Schema.AnyNoContext | null
}

/** The operations with an ETag. */
const TAGGED: ReadonlySet<string> = new Set([
  ...endpointRoutes().flatMap(({ name, tagged }) => (tagged === null ? [] : [name])),
  "calendars.feed"
])
const tiers = new Map(endpointRoutes().map(({ name, tier }) => [name, tier]))
const contract = new Map<string, Described>()
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, errors, group, middleware, payloads, successes }) => {
    const needsSession = middleware.size > 0
    const statuses = new Set([...successes.keys(), ...errors.keys(), ...(needsSession ? [401] : [])])
    if (payloads.size === 0) for (const ofBodies of [408, 413]) statuses.delete(ofBodies)
    // HttpApi's own refusal alone, which is never sent.
    const invalid = errors.get(400)?.ast.pipe(Option.filter(SchemaAST.isUnion))
    if (invalid === undefined || Option.isNone(invalid)) statuses.delete(400)
    const [payload] = payloads.values()
    contract.set(`${group.identifier}.${endpoint.name}`, {
      statuses: [...statuses].map(String).toSorted(),
      needsSession,
      tier: tiers.get(`${group.identifier}.${endpoint.name}`) ?? "no endpoint",
      payload: payload === undefined ? null : Schema.make(payload.ast)
    })
  }
})

describe("the OpenAPI document", () => {
  it("is version 3.1, with title and security scheme", () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ title: "Boardwright", version: /^\d/, description: expect.any(String) })
    expect(document.components.securitySchemes).toMatchObject({ bearer: { type: "http", scheme: "bearer" } })
  })

  it("names the server, by its path if no address is known", () => {
    expect(document).toMatchObject({ servers: [{ url: "/" }] })
  })

  it("has each endpoint of the contract, with a unique id", () => {
    const names = operations.map(([, { operationId }]) => operationId)
    expect(names.toSorted()).toEqual([...contract.keys()].toSorted())
  })

  it("has no dangling references", () => {
    const refs = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? "")
    expect(refs.filter((name) => !(name in document.components.schemas))).toEqual([])
    expect(text.match(/"\$ref":/g)).toHaveLength(refs.length)
  })

  it("has nothing that the server never sends", () => {
    expect(text).not.toMatch(/HttpApiDecodeError|PropertyKey|"_tag"|"\$id"|"symbol"/)
  })

  it("has the error body with its details", () => {
    const { BadRequest, InputIssue } = document.components.schemas
    const string = { type: "string" }
    const details = { type: "array", items: { $ref: "#/components/schemas/InputIssue" } }
    expect(BadRequest).toMatchObject({
      required: ["error", "code", "details"],
      properties: { error: string, code: { type: "string", enum: codesOf(400) }, message: string, details }
    })
    const path = { type: "array", items: string }
    expect(InputIssue).toMatchObject({ required: ["path", "message"], properties: { path, message: string } })
  })

  it("declares integers, timestamps and known values", () => {
    const { ImportWarning, Member, TaskSummary, TimeEntry } = document.components.schemas
    expect(ImportWarning).toMatchObject({ properties: { row: { type: "integer" }, column: { type: "integer" } } })
    expect(Member).toMatchObject({ properties: { role: { type: "string", enum: ["admin", "editor", "viewer"] } } })
    const time = { type: "string", format: "date-time" }
    const dueDate = { anyOf: [time, { type: "null" }] }
    expect(TaskSummary).toMatchObject({ properties: { createdAt: time, dueDate } })
    expect(TimeEntry).toMatchObject({ properties: { duration: { type: "number" } } })
  })

  it("describes each tag", () => {
    const used = new Set(operations.flatMap(([, { tags }]) => tags))
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(used)
    expect(document.tags.filter(({ description = "" }) => description === "")).toEqual([])
  })
})

describe.each(operations)(
  "%s",
  (_, { method, operationId, parameters, path, requestBody, responses, ...operation }) => {
    const described = contract.get(operationId)

    it("has a summary, a description, one tag, and the rate limit that counts it", () => {
      expect(operation.summary).toMatch(/^[A-Z].*[^.]$/)
      expect(operation.description).toMatch(/^[A-Z].*\.$/)
      expect(operation["x-rate-limit-tier"]).toBe(described?.tier)
      expect(operation.tags).toEqual([operationId.split(".")[0]])
    })

    it("has each parameter of its path, which is required", () => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const given = parameters.filter((each) => each.in === "path")
      expect(given.map(({ name }) => name)).toEqual(names)
      expect(given.every(({ required }) => required)).toBe(true)
      const others = parameters.filter((each) => each.in !== "path" && each.in !== "query")
      const tagged = TAGGED.has(operationId) ? ["If-None-Match"] : []
      const headers =
        operationId === "changes.stream" ? ["last-event-id"] : method === "post" ? ["Idempotency-Key"] : tagged
      expect(headers).toEqual(expect.arrayContaining(others.map(({ name }) => name)))
      expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(tagged))
    })

    it("has every status of the contract, with a body where there is one", () => {
      const unchanged = TAGGED.has(operationId) ? ["304"] : []
      expect(Object.keys(responses).toSorted()).toEqual([...(described?.statuses ?? []), ...unchanged].toSorted())
      const without = Object.entries(responses).filter(([, { content }]) => content?.["application/json"] === undefined)
      const bodyless = {
        "calendars.feed": ["200", "304"],
        "accounts.verifyEmail": ["302"],
        "accounts.startSingleSignOn": ["302"],
        "accounts.finishSingleSignOn": ["302"],
        "changes.stream": ["200"]
      }
      expect(without.map(([status]) => status)).toEqual(Object(bodyless)[operationId] ?? unchanged)
      expect(Object.values(responses).filter(({ description }) => description === "")).toEqual([])
    })

    it("describes every error of a status", () => {
      for (const [status, { content, description }] of Object.entries(responses)) {
        if (status === "400") continue
        const schemas = content?.["application/json"]?.schema.anyOf ?? []
        for (const { $ref = "" } of schemas) {
          const schema = document.components.schemas[$ref.split("/").at(-1) ?? ""]
          expect(description).toContain(Object(schema).description)
        }
      }
    })

    it("names the headers that clients use", () => {
      expect(responses["429"]?.headers).toHaveProperty("Retry-After")
      expect(responses["503"]?.headers).toHaveProperty("Retry-After")
      expect(responses["302"]?.headers ?? { Location: {} }).toHaveProperty("Location")
      const tagged = Object.keys(responses).filter((status) => "ETag" in (responses[status]?.headers ?? {}))
      expect(tagged).toEqual(TAGGED.has(operationId) ? ["200", "304"] : [])
    })

    it("requires a session where one is needed", () => {
      expect(operation.security).toEqual(described?.needsSession === true ? [{ bearer: [] }] : [])
    })

    it("has an example of its body, which the contract accepts", () => {
      const body = requestBody?.content["application/json"]?.schema
      expect(method === "get" || method === "delete" ? undefined : body?.type).toBe(
        described?.payload ? "object" : undefined
      )
      if (!described?.payload) return
      const check = ParseResult.decodeUnknownEither(described.payload, { onExcessProperty: "error" })
      expect(requestBody?.required).toBe(true)
      expect(body?.examples).toHaveLength(1)
      expect(check(body?.examples?.[0])).toMatchObject({ _tag: "Right" })
    })
  }
)
