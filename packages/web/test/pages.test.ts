import { Script } from "node:vm"
import { contentSecurityPolicy, type Page, pages, sitePages } from "@boardwright/web"
import { describe, expect, it } from "vitest"
import { attribute, fullSite, hostile, nonce, rendered, scriptOf, tags, withoutScriptAndStyle } from "./rendered.js"

const everyQuery = { verified: "true", message: "Verified", token: "ab".repeat(32), error: "invalid_token" }

describe("pages", () => {
  it("are those of the standalone server, each once", () => {
    expect(pages.map((page) => page.path).toSorted()).toEqual([
      "/forgot-password",
      "/reset-password",
      "/signin",
      "/verify-error"
    ])
  })

  it("link only to pages that are there", () => {
    const paths = new Set(pages.map((page) => page.path))
    for (const { path } of pages) {
      const targets = tags(render(path, everyQuery), "a").map((tag) => attribute(tag, "href"))
      expect(targets.filter((target) => target === undefined || !paths.has(target))).toEqual([])
    }
  })
})

describe.each(pages.map((page) => page.path))("page %s", (path) => {
  const html = render(path, everyQuery)

  it("is a whole document with a language, a title and one heading that says the same", () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
    const heading = /<h1>(.*)<\/h1>/.exec(html)?.[1]
    expect(html).toContain(`<title>${heading} - Boardwright</title>`)
    expect(tags(html, "h1")).toHaveLength(1)
    expect(tags(html, "main")).toHaveLength(1)
  })

  it("gives every script and style the nonce", () => {
    const loaded = [...tags(html, "script"), ...tags(html, "style")]
    expect(loaded).toHaveLength(2)
    expect(loaded.map((tag) => attribute(tag, "nonce"))).toEqual([nonce, nonce])
  })

  it("has a script that is valid and the same for every request", () => {
    const script = scriptOf(html)
    expect(() => new Script(script)).not.toThrow()
    expect(scriptOf(render(path, { message: hostile, verified: "true", token: hostile }))).toBe(script)
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
    expect(html).not.toMatch(/https?:|(src|href|action)="\/\/|url\(|@import/i)
    expect(html).toContain(`<meta name="referrer" content="no-referrer">`)
  })

  it("labels and describes every control", () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    const labelled = tags(html, "label").map((tag) => attribute(tag, "for"))
    for (const input of tags(html, "input")) {
      expect(labelled).toContain(attribute(input, "id"))
      expect(attribute(input, "autocomplete")).toMatch(/^(email|current-password|new-password)$/)
      const described = attribute(input, "aria-describedby")?.split(" ") ?? []
      expect(described).toContain(`${attribute(input, "id")}-error`)
      expect(described.filter((id) => !ids.includes(id))).toEqual([])
    }
    for (const button of html.match(/<button[^]*?<\/button>/g) ?? []) expect(button).toMatch(/>[^<]+<\/button>/)
  })

  it("announces errors next to each field and above the form", () => {
    expect(tags(html, "form")).toHaveLength(1)
    for (const input of tags(html, "input")) {
      expect(html).toContain(`id="${attribute(input, "id")}-error" aria-live="polite"`)
    }
    expect(html).toContain(`role="alert"`)
  })

  it("never puts a password into an address, even without its script", () => {
    for (const form of tags(html, "form")) {
      expect(attribute(form, "method")).toBe("post")
      expect(attribute(form, "action")).toMatch(/^\/api\/auth\//)
    }
  })

  it("escapes whatever the query holds", () => {
    const attacked = render(path, { verified: "true", message: hostile, token: hostile, error: hostile })
    expect(tags(attacked, "script")).toHaveLength(1)
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
