import * as modules from "#modules"
import * as scripts from "#scripts"
import { describe, expect, it } from "vitest"

const all = { ...modules, ...scripts }

/** Most bytes of each script. */
const MOST: { readonly [Name in keyof typeof all]: number } = {
  activity: 20_000,
  board: 12_800,
  emailLink: 3700,
  home: 200,
  importSheet: 12_800,
  mailList: 1800,
  mailMessage: 250,
  mailRequest: 3900,
  mostUsedPasswords: 33_500,
  members: 12_000,
  overview: 13_300,
  readExcel: 36_000,
  reading: 29_600,
  reference: 7100,
  resetPassword: 4400,
  securityLog: 8000,
  settings: 12_000,
  signin: 6800,
  signup: 4900,
  tokens: 12_000,
  trash: 15_000,
  webhooks: 13_000
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
