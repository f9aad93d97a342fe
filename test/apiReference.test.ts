import { openApi } from "@boardwright/http"
import { docs, endpointsOf, exampleOf, jsonOf, type JsonSchema, type OpenApiDocument } from "@boardwright/web"
import { gzipSync } from "node:zlib"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, it } from "vitest"
import { type Standalone, standaloneServers } from "./support/standalone.js"

// As it is served.
const document: OpenApiDocument = JSON.parse(JSON.stringify(await openApi()))
const endpoints = endpointsOf(document)

const [page] = docs({ openApi: () => document, site: { version: null, mailbox: false, docs: true } })
const html = typeof page?.body === "function" ? String(await page.body()) : ""

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema(document, "document")
const inDocument = (schema: JsonSchema): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))

const problemsOf = (schema: JsonSchema): unknown => {
  const check = ajv.compile(inDocument(schema))
  return check(exampleOf(document, schema)) ? [] : check.errors
}

// A value that fits a pattern is for the document to give, as an example.
const GIVEN = new Set(["examples", "pattern"])

const withoutExamples = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutExamples)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (GIVEN.has(key) ? [] : [[key, withoutExamples(inner)]]))
  )
}

describe("the API reference", () => {
  it("has every operation, in its contents and by an address of its own", () => {
    expect(endpoints.length).toBeGreaterThan(40)
    for (const { method, operationId, path, responses, summary = "no summary" } of endpoints) {
      expect(html).toContain(`<details class="operation" id="${operationId}"`)
      expect(html).toContain(`<a href="#${operationId}">`)
      const isStream = "text/event-stream" in (responses["200"]?.content ?? {})
      expect(html.includes(`data-method="${method}" data-path="${path}"`)).toBe(!isStream)
      expect(html).toContain(summary.replaceAll("'", "&#39;"))
    }
    expect(html.split(" data-search=")).toHaveLength(1 + endpoints.length)
  })

  it("refers to nothing that is not on it, and gives no id twice", () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "")
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id ?? "")
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
    expect(html).not.toContain("$ref")
  })

  it("is small on its way", () => {
    const zipped = gzipSync(html).length
    process.stdout.write(`the reference: ${html.length} bytes, ${zipped} compressed\n`)
    expect(zipped).toBeLessThan(64 * 1024)
  })
})

describe.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  "the examples of %s",
  (_, { requestBody, responses }) => {
    const schemas = [requestBody, ...Object.values(responses)].flatMap((each) => jsonOf(each?.content) ?? [])

    it("are what their schemas let pass", () => {
      expect(schemas.map(problemsOf)).toEqual(schemas.map(() => []))
    })

    it("would be if they were made of nothing but the schemas", () => {
      const bare = { ...document, components: withoutExamples(document.components) } as OpenApiDocument
      for (const schema of schemas.map((each) => withoutExamples(each) as JsonSchema)) {
        const check = ajv.compile(inDocument(schema))
        expect(check(exampleOf(bare, schema)) ? [] : check.errors).toEqual([])
      }
    })
  }
)

describe("the served reference", () => {
  const servers = standaloneServers()
  let server: Standalone | undefined
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    server ??= await servers.start("reference")
    return fetch(server.url + path, { method, headers })
  }

  it.each(["/docs", "/docs/reference.css", "/docs/reference.js", "/api/openapi.json"])(
    "%s is compressed, kept by its tag, and answered to HEAD",
    async (path) => {
      const plain = await ask(path, { "accept-encoding": "identity" })
      const text = await plain.text()
      expect([plain.status, plain.headers.get("content-encoding"), plain.headers.get("content-length")]).toEqual([
        200,
        null,
        `${Buffer.byteLength(text)}`
      ])
      const zipped = await ask(path, { "accept-encoding": "gzip" })
      expect([zipped.status, zipped.headers.get("content-encoding")]).toEqual([200, "gzip"])
      expect(Number(zipped.headers.get("content-length"))).toBeLessThan(text.length / 2)
      expect(await zipped.text()).toBe(text)
      for (const [encoding, { headers }] of [["identity", plain] as const, ["gzip", zipped] as const]) {
        const etag = headers.get("etag") ?? ""
        const again = await ask(path, { "accept-encoding": encoding, "if-none-match": etag })
        expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag])
        expect([again.headers.get("content-length"), again.headers.get("vary")]).toEqual([null, "Accept-Encoding"])
        const head = await ask(path, { "accept-encoding": encoding }, "HEAD")
        expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag])
      }
    }
  )

  it("takes no part in rate limits and runs nothing inline", async () => {
    const { headers } = await ask("/docs")
    expect(headers.get("x-ratelimit-limit")).toBeNull()
    expect(headers.get("cache-control")).toBe("no-cache")
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe|nonce/)
  })
})
