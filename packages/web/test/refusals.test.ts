import { createTestBoardwright } from "@boardwright/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { german } from "../src/browser/app/text/de.js"
import { german as beforeTheApp } from "../src/browser/text/de.js"
import { refusalText, ruleText } from "../src/browser/text/refusals.js"
import { speakGerman } from "../src/browser/text/say.js"

const inLanguage = (lang: string): void => {
  vi.stubGlobal("document", { documentElement: { lang } })
}
afterEach(() => {
  vi.unstubAllGlobals()
})

/** What a form sends, as people enter it or as a script of their own does. */
const person = (fields: object) => ({ name: "Ada", email: "ada@example.com", password: "a password", ...fields })
const TAKEN = person({ email: "taken@example.com" })
const TOKEN = "ab".repeat(32)

const refused: ReadonlyArray<readonly [path: string, body: object]> = [
  ["signup", TAKEN],
  ["signup", person({ name: " " })],
  ["signup", person({ name: "x".repeat(256) })],
  ["signup", person({ name: "\u0000" })],
  ["signup", person({ email: "ada@example" })],
  ["signup", person({ password: "😀😀😀😀" })],
  ["signup", person({ password: "ä".repeat(40) })],
  ["signup", person({ password: "\ud800 a password" })],
  ["signup", {}],
  ["signin", TAKEN],
  ["signin", { ...TAKEN, password: "another" }],
  ["signin", { email: "ada@example", password: "" }],
  ["forgot-password", { email: "ada@example" }],
  ["resend-verification", { email: "ada@example" }],
  ["reset-password", { token: TOKEN, password: "short" }],
  ["reset-password", { token: TOKEN, password: "a new password" }],
  ["confirm-email", { token: TOKEN }],
  ["undo-email", { token: TOKEN }],
  [`unsubscribe?token=${TOKEN}`, {}],
  ["oidc/token", { code: TOKEN }]
]

describe("what the server refuses", () => {
  it.each(refused)("at %s for %j is said in German, and in English as the server says it", async (path, body) => {
    await using hub = createTestBoardwright()
    await hub.accounts.signUp(TAKEN)
    const headers = { "content-type": "application/json" }
    const init = { method: "POST", headers, body: JSON.stringify(body) }
    const response = await hub.fetch(new Request(`http://localhost/api/auth/${path}`, init))
    expect(response.ok).toBe(false)
    const { code, details } = await response.json()
    const messages: ReadonlyArray<string> = details.map(({ message }: { message: string }) => message)
    inLanguage("en")
    expect([refusalText(code), messages.map(ruleText)]).toEqual([undefined, messages])
    inLanguage("de")
    speakGerman(beforeTheApp)
    expect(refusalText(code)).toMatch(/^[A-ZÄÖÜ]/)
    for (const message of messages) expect([message, ruleText(message)]).not.toEqual([message, message])
  })

  it("stays as the server says it where it is not known", () => {
    inLanguage("de")
    expect([refusalText("ChangeRefused"), refusalText("toString"), refusalText(undefined)]).toEqual(
      Array(3).fill(undefined)
    )
    expect(ruleText("must be 3 of 4")).toBe("must be 3 of 4")
  })

  it("has its numbers in German, too", () => {
    inLanguage("de")
    speakGerman(german)
    expect(ruleText("must have 1 to 255 characters")).toBe("muss 1 bis 255 Zeichen haben")
    expect(ruleText("must begin with https://")).toBe("muss mit https beginnen")
    expect(ruleText("must be false for more than 10000 tasks")).toBe("geht nur bis 10000 Aufgaben")
    expect(ruleText("must be false for more than 64 MiB of tasks")).toBe("geht nur bis 64 MiB an Aufgaben")
  })
})
