import { describe, expect, it } from "vitest"
import { attribute, fullSite, hostile, render, tags } from "./rendered.js"

describe("the sign-in page", () => {
  const statusOf = (html: string) => /<p [^>]*id="verified"[^>]*>([^]*?)<\/p>/.exec(html)?.[1]

  it("says that the address is verified, and not what a link says of it", async () => {
    for (const message of ["Call this number", hostile]) {
      expect(statusOf(await render("/signin", { verified: "true", message }))).toBe(
        "Your email address is verified. You can sign in now."
      )
    }
  })

  it("shows no message without a verification", async () => {
    for (const verified of ["false", "", "TRUE"]) {
      expect(statusOf(await render("/signin", { verified, message: "Call this number" }))).toBe("")
    }
    expect(statusOf(await render("/signin", { message: "Call this number" }))).toBe("")
  })
})

describe("the page of a failed verification", () => {
  it("says that the link was bad only to someone who opened one", async () => {
    expect(await render("/verify-error", { error: "invalid_token" })).toMatch(/invalid or has expired/)
    expect(await render("/verify-error")).not.toMatch(/invalid or has expired/)
  })
})

describe("the page of a new password", () => {
  it("holds the token nowhere", async () => {
    expect(await render("/reset-password", { token: "0123456789abcdef" })).not.toContain("0123456789abcdef")
  })

  it("takes the password twice and says what it must be", async () => {
    const html = await render("/reset-password", { token: "0123" })
    expect(tags(html, "input").map((tag) => attribute(tag, "type"))).toEqual(["password", "password"])
    expect(html).toMatch(/At least 8 characters and at most 72 bytes/)
  })

  it("asks for no password when the token is missing", async () => {
    for (const query of [{}, { token: "" }]) {
      const html = await render("/reset-password", query)
      expect(tags(html, "input")).toHaveLength(0)
      expect(html).toContain(`href="/forgot-password"`)
    }
  })
})

describe("the page of a new account", () => {
  it("takes a name, an address and a password, and says what the password must be", async () => {
    const html = await render("/signup")
    expect(tags(html, "input").map((tag) => [attribute(tag, "name"), attribute(tag, "type")])).toEqual([
      ["name", "text"],
      ["email", "email"],
      ["password", "password"]
    ])
    expect(html).toMatch(/At least 8 characters and at most 72 bytes/)
  })

  it("leads to the mailbox only where the mails are", async () => {
    expect(await render("/signup")).toContain(`href="/mailbox"`)
    const elsewhere = await render("/signup", {}, { ...fullSite, mailbox: false })
    expect(elsewhere).not.toContain("/mailbox")
    expect(elsewhere).toMatch(/The link works for 24 hours/)
  })
})

describe("the first page", () => {
  it("says which version runs, where that is known", async () => {
    expect(await render("/")).toContain("Boardwright 1.2.3 runs on this server")
    expect(await render("/", {}, { ...fullSite, version: null })).toContain("Boardwright runs on this server")
  })
})
