import { describe, expect, it } from "vitest"
import { attribute, fullSite, hostile, render, tags } from "./rendered.js"

describe("the sign-in page", () => {
  const statusOf = (html: string) => /<p [^>]*id="verified"[^>]*>([^]*?)<\/p>/.exec(html)?.[1]

  it("shows the message of a verification, escaped", () => {
    expect(statusOf(render("/signin", { verified: "true", message: "Email verified" }))).toBe("Email verified")
    expect(statusOf(render("/signin", { verified: "true", message: hostile }))).toBe(
      "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;&amp;amp;"
    )
  })

  it("shows no message without a verification", () => {
    for (const verified of ["false", "", "TRUE"]) {
      expect(statusOf(render("/signin", { verified, message: "Call this number" }))).toBe("")
    }
    expect(statusOf(render("/signin", { message: "Call this number" }))).toBe("")
  })
})

describe("the page of a failed verification", () => {
  it("says that the link was bad only to someone who opened one", () => {
    expect(render("/verify-error", { error: "invalid_token" })).toMatch(/invalid or has expired/)
    expect(render("/verify-error")).not.toMatch(/invalid or has expired/)
  })
})

describe("the page of a new password", () => {
  it("holds the token nowhere", () => {
    expect(render("/reset-password", { token: "0123456789abcdef" })).not.toContain("0123456789abcdef")
  })

  it("takes the password twice and says what it must be", () => {
    const html = render("/reset-password", { token: "0123" })
    expect(tags(html, "input").map((tag) => attribute(tag, "type"))).toEqual(["password", "password"])
    expect(html).toMatch(/At least 8 characters and at most 72 bytes/)
  })

  it("asks for no password when the token is missing", () => {
    for (const query of [{}, { token: "" }]) {
      const html = render("/reset-password", query)
      expect(tags(html, "input")).toHaveLength(0)
      expect(html).toContain(`href="/forgot-password"`)
    }
  })
})

describe("the page of a new account", () => {
  it("takes a name, an address and a password, and says what the password must be", () => {
    const html = render("/signup")
    expect(tags(html, "input").map((tag) => [attribute(tag, "name"), attribute(tag, "type")])).toEqual([
      ["name", "text"],
      ["email", "email"],
      ["password", "password"]
    ])
    expect(html).toMatch(/At least 8 characters and at most 72 bytes/)
  })

  it("leads to the mailbox only where the mails are", () => {
    expect(render("/signup")).toContain(`href="/mailbox"`)
    const elsewhere = render("/signup", {}, { ...fullSite, mailbox: false })
    expect(elsewhere).not.toContain("/mailbox")
    expect(elsewhere).toMatch(/The link works for 24 hours/)
  })
})

describe("the first page", () => {
  it("says which version runs, where that is known", () => {
    expect(render("/")).toContain("Boardwright 1.2.3 runs on this server")
    expect(render("/", {}, { ...fullSite, version: null })).toContain("Boardwright runs on this server")
  })
})
