import { Script } from "node:vm"
import { contentSecurityPolicy, type Page, sitePages } from "@boardwright/web"
import { beforeAll, describe, expect, it } from "vitest"
import { attribute, fullSite, hostile, nonce, rendered, scriptOf, tags, withoutScriptAndStyle } from "./rendered.js"

const pages = sitePages({ version: null, mailbox: false, docs: false })

/** What the app shows is made by its script. */
const APP = new Set(["/account", "/app"])

const everyQuery = { verified: "true", message: "Verified", token: "ab".repeat(32), error: "invalid_token" }

const sites: ReadonlyArray<readonly [name: string, pages: ReadonlyArray<Page>, others: ReadonlyArray<string>]> = [
  ["with a mailbox and a reference", sitePages(fullSite), ["/docs", "/mailbox"]],
  ["with neither", pages, []]
]

describe.each(sites)("the pages of a site %s", (_, site, others) => {
  it("are those of the standalone server, each once", () => {
    expect(site.map((page) => page.path).toSorted()).toEqual([
      "/",
      "/account",
      "/app",
      "/confirm-email",
      "/forgot-password",
      "/reset-password",
      "/signin",
      "/signup",
      "/undo-email",
      "/unsubscribe",
      "/verify-error"
    ])
  })

  it("link only to pages that are there", async () => {
    const paths = new Set([...site.map((page) => page.path), ...others])
    for (const page of site) {
      const html = await rendered(page, everyQuery)
      const targets = tags(html, "a").map((tag) => attribute(tag, "href")?.replace(/\?.*$/, "") ?? "nowhere")
      const [inside, outside] = [
        targets.filter((each) => each.startsWith("#")),
        targets.filter((each) => each[0] !== "#")
      ]
      expect(outside.filter((target) => !paths.has(target))).toEqual([])
      for (const target of inside) expect(html).toContain(` id="${target.slice(1)}"`)
    }
  })

  it("lead to each other by one navigation, which marks where one is", async () => {
    for (const page of site) {
      const html = await rendered(page)
      expect(tags(html, "nav")).toEqual([`<nav aria-label="Site">`])
      const targets = tags(/<nav[^]*<\/nav>/.exec(html)?.[0] ?? "", "a")
      expect(targets.map((tag) => attribute(tag, "href"))).toEqual(["/", "/app", ...others])
      const current = targets.filter((tag) => attribute(tag, "aria-current") === "page")
      const marked = APP.has(page.path) ? ["/app"] : page.path === "/" ? ["/"] : []
      expect(current.map((tag) => attribute(tag, "href"))).toEqual(marked)
    }
  })
})

const everyPage = sites.flatMap(([name, site]) =>
  ["en", "de"].flatMap((language) => site.map((page) => [page.path, language, name, page] as const))
)

/** The forms of a page, without those that only answer a dialog. */
const sentForms = (html: string) => tags(html, "form").filter((tag) => attribute(tag, "method") !== "dialog")

describe.each(everyPage)("page %s in %s of a site %s", (path, language, _name, page) => {
  const query = everyQuery
  let html = ""
  beforeAll(async () => {
    html = await rendered(page, query, language)
  })

  it("is a whole document with a language, a title and one heading that says the same", () => {
    expect(html.startsWith(`<!doctype html>\n<html lang="${language}">`)).toBe(true)
    const heading = /<h1[^>]*>(.*)<\/h1>/.exec(html)?.[1]
    const title = APP.has(path) ? "Boardwright" : `${heading} - Boardwright`
    expect(html).toContain(`<title>${title}</title>`)
    expect(tags(html, "h1")).toHaveLength(1)
    expect(tags(html, "main")).toHaveLength(1)
  })

  it("gives every script and style the nonce", () => {
    const links = tags(html, "link").filter((tag) => attribute(tag, "rel") !== "icon")
    const loaded = [...tags(html, "script"), ...tags(html, "style"), ...links]
    expect(loaded.length).toBeGreaterThanOrEqual(2)
    expect(new Set(loaded.map((tag) => attribute(tag, "nonce")))).toEqual(new Set([nonce]))
  })

  it("has a script that is valid and the same for every request", async () => {
    const script = scriptOf(html)
    expect(() => new Script(script)).not.toThrow()
    const hostileQuery = Object.fromEntries(Object.keys(query).map((name) => [name, hostile]))
    expect(scriptOf(await rendered(page, { message: hostile, ...hostileQuery, verified: "true" }))).toBe(script)
  })

  it("writes no markup from its script", () => {
    expect(scriptOf(html)).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|new Function|cookie/
    )
  })

  it("has no inline handler, inline style or javascript address", () => {
    expect(withoutScriptAndStyle(html)).not.toMatch(/\son\w+\s*=|\sstyle\s*=|javascript:/i)
  })

  it("asks no other host for anything and tells none where it was", () => {
    expect(html).not.toMatch(/https?:|(src|href|action)="\/\/|\burl\(|@import/i)
    expect(html).toContain(`<meta name="referrer" content="no-referrer">`)
  })

  it("labels and describes every control", () => {
    const ids = [...withoutScriptAndStyle(html).matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    const labelled = tags(html, "label").map((tag) => attribute(tag, "for"))
    for (const input of [...tags(html, "input"), ...tags(html, "select")]) {
      expect(labelled).toContain(attribute(input, "id"))
      const described = attribute(input, "aria-describedby")?.split(" ") ?? []
      expect(described).toContain(`${attribute(input, "id")}-error`)
      expect(described.filter((id) => !ids.includes(id))).toEqual([])
    }
    for (const input of tags(html, "input").filter((tag) => attribute(tag, "type") !== "file")) {
      expect(attribute(input, "autocomplete")).toMatch(/^(email|current-password|new-password|name|off)$/)
    }
    for (const button of html.match(/<button[^]*?<\/button>/g) ?? []) expect(button).toMatch(/>[^<]+<\/button>/)
  })

  it("announces errors next to each field and above the form", () => {
    for (const input of tags(html, "input")) {
      expect(html).toContain(`id="${attribute(input, "id")}-error" aria-live="polite"`)
    }
    for (const form of sentForms(html)) {
      expect(html).toContain(`id="${attribute(form, "id")}-alert" role="alert"`)
    }
    expect(tags(html, "input").length === 0 || tags(html, "form").length > 0).toBe(true)
  })

  it("never puts a password into an address, even without its script", () => {
    for (const form of sentForms(html)) {
      expect(attribute(form, "method")).toBe("post")
      expect(attribute(form, "action")).toMatch(/^\/api\//)
    }
  })

  it("escapes whatever the query holds", async () => {
    const attacked = await rendered(page, {
      message: hostile,
      token: hostile,
      error: hostile,
      ...Object.fromEntries(Object.keys(query).map((name) => [name, hostile])),
      verified: "true"
    })
    expect(tags(attacked, "script")).toHaveLength(tags(html, "script").length)
    expect(tags(attacked, "img")).toHaveLength(0)
  })
})

describe("contentSecurityPolicy", () => {
  it("allows only what carries the nonce", () => {
    expect(contentSecurityPolicy(nonce)).toBe(
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; ` +
        `img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
    )
  })
})
