import { SmtpUrl } from "@boardwright/node"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"

const plain = {
  host: "mail.example",
  port: undefined,
  secure: false,
  auth: undefined,
  requireTLS: false,
  rejectUnauthorized: true,
  name: undefined
}
describe("SmtpUrl", () => {
  it("reads host, port, TLS, credentials and options", () => {
    const options = "requireTLS=true&tls.rejectUnauthorized=false&name=me.example"
    const read: Record<string, SmtpUrl.SmtpUrl> = {
      "smtp://mail.example": plain,
      "smtps://mail.example:4650/": { ...plain, port: 4650, secure: true },
      "smtp://ada%40a.example:p%3As%25@mail.example": { ...plain, auth: { user: "ada@a.example", pass: "p:s%" } },
      "smtp://u:100%@mail.example": { ...plain, auth: { user: "u", pass: "100%" } },
      "smtp://[::1]:25": { ...plain, host: "::1", port: 25 },
      [`smtp://mail.example?${options}`]: { ...plain, requireTLS: true, rejectUnauthorized: false, name: "me.example" }
    }
    for (const [url, parts] of Object.entries(read)) assert.deepStrictEqual(SmtpUrl.parse(url), Either.right(parts))
  })

  it("explains what is wrong without revealing a secret", () => {
    const wrong = {
      hidden: "is not a URL",
      "http://hidden@mail.example": "must start with smtp:// or smtps://",
      "smtp:hidden@mail.example": "names no host",
      "smtp:///hidden": "names no host",
      "smtp://u:hidden/hidden@mail.example": "is not a URL",
      "smtp://mail.example/hidden": "has a path; a password's special characters must be percent-encoded",
      "smtp://mail.example?hidden=1": "has an unknown option; known are requireTLS, tls.rejectUnauthorized, name",
      "smtp://mail.example?requireTLS=hidden": "has an option that is neither true nor false"
    }
    for (const [url, problem] of Object.entries(wrong)) assert.deepStrictEqual(SmtpUrl.parse(url), Either.left(problem))
  })
})
