import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unescaped } from "../../../test/support/html.js"
import { escapeHtml, markup, staticText } from "../src/markup.js"

describe("markup", () => {
  it("leaves no character of HTML in an escaped text and loses nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "a", ";", "#39", "é") }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']/)
        expect(unescaped(escapeHtml(text))).toBe(text)
      })
    )
  })

  it("escapes strings, once, and keeps markup", () => {
    const inner = markup`<b>${"<i>"}</b>`
    expect(markup`<p title="${'"'}">${inner}${[inner, inner]}${null}</p>`.text).toBe(
      '<p title="&quot;"><b>&lt;i&gt;</b><b>&lt;i&gt;</b>\n<b>&lt;i&gt;</b></p>'
    )
  })

  it("writes our own text as it is", () => {
    expect(markup`<style>${staticText("a > b")}</style>`.text).toBe("<style>a > b</style>")
  })
})
