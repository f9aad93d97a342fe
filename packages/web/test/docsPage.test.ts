import { Script } from "node:vm"
import { docs, type Site } from "@boardwright/web"
import { describe, expect, it } from "vitest"

const hostile = `</script><img src=x onerror="alert('1')">&`
const site: Site = { version: null, mailbox: false, docs: true }

const operation = (operationId: string, more: object = {}) => ({
  operationId,
  tags: [operationId.split(".")[0]],
  summary: hostile,
  description: hostile,
  responses: {
    200: { description: hostile, content: { "application/json": { schema: { type: "string", examples: [hostile] } } } },
    400: {
      description: hostile,
      headers: { "Retry-After": { description: hostile } },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Refused" } } }
    },
    500: { description: "broken" }
  },
  ...more
})

const document = {
  info: { title: "Test", version: "1.2.3", description: `One.\n\n${hostile}` },
  tags: [{ name: "things", description: hostile }],
  components: {
    schemas: { Refused: { type: "object", properties: { error: { type: "string", description: hostile } } } }
  },
  paths: {
    "/api/things/{id}": {
      patch: operation("things.change", {
        security: [{ bearer: [] }],
        "x-rate-limit-tier": "sensitive",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" }, description: hostile },
          { name: "deep", in: "query", schema: { type: "boolean" } },
          { name: "role", in: "query", schema: { type: "string", enum: ["admin", hostile] } }
        ],
        requestBody: { content: { "application/json": { schema: { type: "object", examples: [{ name: hostile }] } } } }
      })
    },
    "/api/other": { get: operation("untold.other", { "x-rate-limit-tier": "none" }) },
    "/api/stream": {
      get: operation("untold.stream", {
        responses: { 200: { description: "endless", content: { "text/event-stream": { schema: { type: "string" } } } } }
      })
    }
  }
}

const assetsOf = (asked: Site | null = site) => docs({ openApi: () => document, site: asked })
const textOf = async (path: string, asked: Site | null = site): Promise<string> => {
  const body = assetsOf(asked).find((asset) => asset.path === path)?.body
  return String(typeof body === "function" ? await body() : body)
}

const html = await textOf("/docs")
const tags = (name: string): ReadonlyArray<string> => html.match(new RegExp(`<${name}\\b[^>]*>`, "g")) ?? []
const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

describe("the reference", () => {
  it("is a page, a stylesheet and a script, and the page loads nothing but those", async () => {
    expect(assetsOf().map(({ contentType, path }) => [path, contentType])).toEqual([
      ["/docs", "text/html; charset=utf-8"],
      ["/docs/reference.css", "text/css; charset=utf-8"],
      ["/docs/reference.js", "text/javascript; charset=utf-8"]
    ])
    const loaded = ["link", "script", "img", "iframe"].flatMap(tags)
    expect(loaded.map((tag) => attribute(tag, "href") ?? attribute(tag, "src"))).toEqual([
      "/docs/reference.css",
      "/docs/reference.js"
    ])
    expect(html.replaceAll("http://localhost:3000", "")).not.toMatch(/https?:\/\//)
    expect(await textOf("/docs/reference.css")).not.toMatch(/url\(|@import/)
  })

  it("asks for the document when it is asked for, not before", async () => {
    let asked = 0
    const openApi = () => {
      asked += 1
      return document
    }
    const [page] = docs({ openApi, site })
    expect(asked).toBe(0)
    expect(typeof page?.body === "function" ? String(await page.body()) : "").toBe(html)
    expect(asked).toBe(1)
  })

  it("has a policy that lets nothing inline run, and keeps to it", () => {
    const policy = assetsOf()[0]?.headers?.["content-security-policy"]
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    const withoutText = tags("\\w+")
      .join("")
      .replaceAll(/ data-search="[^"]*"/g, "")
    expect(withoutText).not.toMatch(/\son\w+\s*=|\sstyle\s*=|javascript:/i)
  })

  it("shows what the document says as text", () => {
    expect(tags("img")).toEqual([])
    expect(tags("script")).toHaveLength(1)
    expect(html.split("&lt;/script&gt;&lt;img src=x").length).toBeGreaterThan(15)
  })

  it("has a script that is valid and writes no markup", async () => {
    const script = await textOf("/docs/reference.js")
    expect(() => new Script(script)).not.toThrow()
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|new Function|cookie/)
  })

  it("gives every id once, labels every control, and links to what is there", () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const labelled = tags("label").map((tag) => attribute(tag, "for"))
    const controls = [...tags("input"), ...tags("select"), ...tags("textarea")].map((tag) => attribute(tag, "id"))
    expect(controls.toSorted()).toEqual(labelled.toSorted())
    const targets = tags("a").map((tag) => attribute(tag, "href") ?? "")
    expect(targets.filter((target) => target.startsWith("#") && !ids.includes(target.slice(1)))).toEqual([])
    expect(ids).toEqual(expect.arrayContaining(["things.change", "untold.other", "tag-things", "tag-untold"]))
  })

  it("says who may call an operation and what counts it", () => {
    expect(html).toContain("Needs a session: a bearer token")
    expect(html).toContain("Rate limit: sensitive")
    expect(html).toContain("Needs no session")
    expect(html).toContain("Rate limit: not counted")
  })

  it("has a form for each operation but a stream, with a choice where there is one", () => {
    expect(tags("form").map((tag) => [attribute(tag, "data-method"), attribute(tag, "data-path")])).toEqual([
      [undefined, undefined],
      ["PATCH", "/api/things/{id}"],
      ["GET", "/api/other"],
      [undefined, undefined]
    ])
    expect(tags("select").map((tag) => attribute(tag, "name"))).toEqual(["deep", "role"])
    expect(tags("input").find((tag) => attribute(tag, "name") === "id")).toMatch(/data-in="path" required/)
  })

  it("leads to the server's own pages only where there are any", async () => {
    expect(html).toContain(`<a href="/signin">`)
    expect(html).toContain(`<nav aria-label="Site">`)
    const alone = await textOf("/docs", null)
    expect(alone).not.toContain("/signin")
    expect(alone).not.toContain(`<nav aria-label="Site">`)
  })
})
