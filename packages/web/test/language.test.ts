import { errorPage, sitePages } from "@boardwright/web"
import { describe, expect, it } from "vitest"
import { en } from "../src/text/en.js"
import { languageOf } from "../src/text/language.js"
import { fullSite, nonce, rendered } from "./rendered.js"

const languageBy = (headers: Readonly<Record<string, string>>) => languageOf({ header: (name) => headers[name] })

describe("the language of a page", () => {
  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["DE-de,en;q=0.5", "de"],
    ["en-GB,en;q=0.9,de;q=0.8", "en"],
    ["en;q=0.5, de;q=0.7", "de"],
    ["en ; q=0.5,de", "de"],
    ["fr,pl;q=0.9,de;q=0.2", "de"],
    ["de,en", "de"],
    ["en,de", "en"],
    ["de;q=0", "en"],
    ["de;q=0.000,en;q=0.1", "en"],
    ["*", "en"],
    ["fr", "en"],
    ["den", "en"],
    ["", "en"],
    [",,;;q=,=", "en"],
    ["de;q=high", "en"],
    ["de;q=", "en"],
    ["constructor,__proto__,de;q=0.1", "de"]
  ])("of a browser that accepts %j is %s", (accepted, language) => {
    expect(languageBy({ "accept-language": accepted })).toBe(language)
  })

  it("is English where a request says nothing", () => {
    expect(languageBy({})).toBe("en")
  })

  it.each([
    ["boardwright-language=en", "en"],
    ["other=1; boardwright-language=en; more=2", "en"],
    ["boardwright-language=fr", "de"],
    ["boardwright-language=", "de"],
    ["boardwright-language=__proto__", "de"],
    ["boardwright-language=en%3B", "de"],
    ["not-boardwright-language=en", "de"],
    ["boardwright-language", "de"],
    [";;=;", "de"]
  ])("of a German browser with the cookies %j is %s", (cookie, language) => {
    expect(languageBy({ cookie, "accept-language": "de" })).toBe(language)
  })
})

describe("in German", () => {
  /** Words that only English has. */
  const ENGLISH = /\b(the|your|you|with|and|is|this|sign|password|address)\b/i
  const textIn = (html: string): string =>
    html
      .replace(/^[^]*<body/, "<body")
      .replaceAll(/<script[^]*?<\/script>/g, "")
      .replaceAll(/<[^>]*>/g, "\n")

  const queries = [
    {},
    { token: "ab", verified: "true", message: en["signIn.verified"], error: "invalid_token" },
    { error: "signin_declined", invitation: "ab", email: "ada@example.com" }
  ]
  const sites = [
    fullSite,
    { ...fullSite, mailbox: false, singleSignOn: { button: "Beispiel", passwords: true } },
    { ...fullSite, singleSignOn: { button: "Beispiel", passwords: false } }
  ]

  it.each(
    sites.flatMap((site) =>
      sitePages(site).flatMap((page) => queries.map((query) => [page.path, query, page] as const))
    )
  )("the page %s with %j has no English", async (_path, query, page) => {
    expect(textIn(await rendered(page, query, "de"))).not.toMatch(ENGLISH)
    expect(textIn(await rendered(page, query, "en"))).toMatch(ENGLISH)
  })

  it.each([404, 500])("the page in place of a %s has no English", async (status) => {
    const request = { nonce, query: new URLSearchParams(), header: () => "de" }
    const html = await errorPage(fullSite).render(status, request)
    expect(html).toContain(`<html lang="de">`)
    expect(textIn(html)).not.toMatch(ENGLISH)
  })
})
