import { Account } from "@boardwright/core"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { eventSentence, type SecurityEvent } from "../../src/browser/app/pages/securityLog/eventSentence.js"
import { loadPageTexts } from "../../src/browser/app/text/pageTexts.js"
import { loadTexts } from "../../src/browser/app/text/texts.js"
import { browserStubs } from "./browserStubs.js"

browserStubs()

const reader = { id: "me", names: new Map([["b1", "Spring"]]) }
const event = (type: string, detail: SecurityEvent["detail"] = {}, subjectId: string | null = null): SecurityEvent => ({
  ...{ id: "e1", at: "2026-01-02T03:04:05.000Z", actorId: "me", client: null, userAgent: null },
  ...{ type, detail, subjectId }
})

describe("an event of the security log is a sentence", () => {
  it.each(Account.SECURITY_EVENT_TYPES)("%s", (type) => {
    expect(eventSentence(event(type), reader)).toMatch(/^[A-Z].*[^.]\.$/)
  })

  it.each([
    [
      event("role.changed", { of: "board", from: "viewer", to: "editor" }, "b1"),
      "Your role on the board Spring changed from viewer to editor."
    ],
    [
      event("role.changed", { of: "workspace", from: null, to: "admin" }, "w1"),
      "You joined a workspace with the role admin."
    ],
    [event("role.changed", { of: "workspace", from: "admin", to: null }, "w1"), "Your role in a workspace ended."],
    [event("owner.changed", { from: "me", to: "other" }, "w1"), "You handed a workspace over to another owner."],
    [event("owner.changed", { from: "other", to: "me" }, "w1"), "You became the owner of a workspace."],
    [
      event("email.changed", { from: "a@example.com", to: "b@example.com" }),
      "Your email address changed from a@example.com to b@example.com."
    ],
    [event("signIn.succeeded", { by: "single sign-on" }), "You signed in by single sign-on."],
    [event("token.created", { name: "backup", scopes: "read" }, "t1"), "The API token backup was created (read)."]
  ])("with its facts: %#", (given, sentence) => {
    expect(eventSentence(given, reader)).toBe(sentence)
  })

  it("shows the type of one that it does not know", () => {
    expect(eventSentence(event("constructor"), reader)).toBe("constructor")
  })
})

const loadIn = async (lang: string) => {
  vi.stubGlobal("document", { documentElement: { lang } })
  await loadTexts()
  await loadPageTexts()
}

describe("in German", () => {
  beforeEach(() => loadIn("de"))
  // The next file has the same module.
  afterEach(() => loadIn("en"))

  it.each(Account.SECURITY_EVENT_TYPES)("%s is a sentence, too", (type) => {
    expect(eventSentence(event(type), reader)).toMatch(/^[A-Z].*[^.]\.$/)
  })

  it.each([
    [
      event("role.changed", { of: "board", from: "viewer", to: "editor" }, "b1"),
      "Deine Rolle auf dem Board Spring wurde von „Kommentator“ zu „Bearbeiter“ geändert."
    ],
    [
      event("role.changed", { of: "workspace", from: null, to: "admin" }, "w1"),
      "Du bist einem Arbeitsbereich mit der Rolle „Admin“ beigetreten."
    ],
    [event("signIn.succeeded", { by: "single sign-on" }), "Du hast dich angemeldet (Single Sign-on)."]
  ])("has its facts: %#", (given, sentence) => {
    expect(eventSentence(given, reader)).toBe(sentence)
  })
})
