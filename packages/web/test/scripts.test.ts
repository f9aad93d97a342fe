import { files } from "#app-files"
import { all as names, script, stylesheet } from "#app-names"
import * as modules from "#modules"
import * as scripts from "#scripts"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"

const all = { ...modules, ...scripts }

/** Most bytes of each script. */
const MOST: { readonly [Name in keyof typeof all]: number } = {
  early: 700,
  emailLink: 9900,
  home: 200,
  importBody: 12_000,
  mailList: 1800,
  mailMessage: 250,
  mailRequest: 9700,
  mostUsedPasswords: 33_500,
  readExcel: 36_000,
  readJson: 5500,
  reading: 29_600,
  reference: 8700,
  resetPassword: 10_400,
  signin: 11_300,
  signup: 11_300
}

describe.each(Object.entries(all))("the script %s", (name, script) => {
  it("is small, and fits into a page", () => {
    const bytes = new TextEncoder().encode(script).length
    expect(bytes).toBeGreaterThan(100)
    expect(bytes).toBeLessThan(MOST[name as keyof typeof all])
    expect(script).not.toMatch(/<\/script|<!--/i)
  })

  it("compiles no code and writes no markup", () => {
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|cookie/)
  })
})

describe("the app", () => {
  it("loads at most 70 kB for a board, compressed", () => {
    const first = [script, stylesheet].map((name) => gzipSync(files[name] ?? "").length)
    expect(Math.min(...first)).toBeGreaterThan(100)
    expect(first.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(70_000)
  })

  it("has names that change with the content", () => {
    expect(Object.keys(files).toSorted()).toEqual(names.toSorted())
    for (const name of names) expect(name).toMatch(/^[\w.]+-[\w-]{8}\.(js|css)$/)
  })

  it("asks no other host for anything and compiles no code", () => {
    for (const text of Object.values(files)) {
      expect(text).not.toMatch(/\beval\(|new Function|document\.write|@import|url\((?!["']?data:)/)
      expect(text).not.toMatch(/(src|href|fetch\()=?["'`](https?:)?\/\//)
    }
  })
})
