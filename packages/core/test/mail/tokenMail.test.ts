import { Mail } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { linesIn, tagsIn, unescaped } from "../../../../test/support/html.js"

const LINK = "https://boards.example/api/auth/verify-email?token=00ff&next=1"
const PURPOSES = ["verification", "reset"] as const

const mailTo = (name: string, purpose: (typeof PURPOSES)[number] = "verification") =>
  Mail.tokenMail(purpose, { name, email: "ada@example.com" }, LINK)

// Line ends of every kind, control, direction and invisible characters.
const hostile = fc.constantFrom(
  ..."\r\n\u0000\u0007\u001B\u0085\u2028\u2029\u202A\u202E\u2066\u2069\u200B\u200F\uFEFF\u000B\u000C",
  "\r\n\r\n"
)
const markup = fc.constantFrom("<", ">", "&", '"', "'", "</p>", "<script>", "&lt;", "-->", "${", "http://evil.example")
const name = fc
  .array(fc.oneof(hostile, markup, fc.string({ unit: "grapheme", maxLength: 5 })), { maxLength: 12 })
  .map((pieces) => pieces.join(""))

describe("tokenMail", () => {
  it.each(PURPOSES)("writes a %s mail to the address, with the link in both parts", (purpose) => {
    const mail = mailTo("Ada Lovelace", purpose)
    assert.strictEqual(mail.to, "ada@example.com")
    assert.include(mail.text.split("\n"), LINK)
    assert.include(mail.html, `href="${LINK.replace("&", "&amp;")}"`)
    assert.include(mail.text, "Hello Ada Lovelace,")
    assert.include(mail.html, "Hello Ada Lovelace,")
  })

  it("says how long the link is valid", () => {
    for (const part of ["text", "html"] as const) {
      assert.include(mailTo("Ada", "verification")[part], "valid for 24 hours")
      assert.include(mailTo("Ada", "reset")[part], "valid for 1 hour ")
    }
  })

  it("has exactly one link", () => {
    for (const purpose of PURPOSES) {
      const { html, text } = mailTo("Ada", purpose)
      assert.deepStrictEqual(text.match(/https?:\S+/g), [LINK])
      assert.deepStrictEqual(new Set(html.match(/https?:[^"<\s]+/g)), new Set([LINK.replace("&", "&amp;")]))
    }
  })

  it("keeps names in any script, and with emoji", () => {
    for (const text of ["Łukasz Żółć", "李小龍", "محمد", "O'Brien & Söhne", "Ada 🚀"]) {
      assert.include(mailTo(text).text, `Hello ${text},`)
      assert.include(unescaped(mailTo(text).html), `<p>Hello ${text},</p>`)
    }
  })

  it("has the same tags, lines and subject for every name", () => {
    const plain = mailTo("Ada")
    fc.assert(
      fc.property(name, (text) => {
        const mail = mailTo(text)
        assert.strictEqual(mail.subject, plain.subject)
        assert.deepStrictEqual(tagsIn(mail.html), tagsIn(plain.html))
        assert.strictEqual(linesIn(mail.html).length, plain.html.split("\n").length)
        assert.strictEqual(linesIn(mail.text).length, plain.text.split("\n").length)
      })
    )
  })

  it("removes control, direction and invisible characters from names", () => {
    fc.assert(
      fc.property(name, (text) => {
        const mail = mailTo(text)
        for (const part of [mail.subject, mail.text, mail.html]) {
          assert.notMatch(part.replaceAll("\n", ""), /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u)
        }
      })
    )
  })

  it("omits names that a mail program would turn into a link", () => {
    for (const text of ["win at https://evil.example", "evil.example", "www.evil.example/now", "me@evil.example"]) {
      const mail = mailTo(text)
      assert.include(mail.text, "Hello,\n")
      for (const part of [mail.text, mail.html]) assert.notInclude(part, "evil")
    }
  })

  it("keeps joined emoji and joined letters together", () => {
    for (const text of ["\u{1F469}\u200D\u{1F4BB} Ada", "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"]) {
      assert.include(mailTo(text).text, `Hello ${text},`)
    }
  })

  it("escapes the link", () => {
    const mail = Mail.tokenMail("reset", { name: "Ada", email: "ada@example.com" }, `https://x.example/?a="><script>`)
    assert.notInclude(mail.html, "<script>")
  })
})

describe("escapeHtml", () => {
  it("leaves nothing that opens a tag, ends an attribute or begins a reference, and can be reversed", () => {
    fc.assert(
      fc.property(name, (text) => {
        const escaped = Mail.escapeHtml(text)
        assert.notMatch(escaped, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/)
        assert.strictEqual(unescaped(escaped), text)
      })
    )
  })
})
