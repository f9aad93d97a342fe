import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readTracestate } from "../src/readTracestate.js"

const members = (count: number, length = 6): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, at) => `k${at}=`.padEnd(length, "v"))

describe("readTracestate", () => {
  it.each([
    ["", ""],
    ["congo=t61rcWkgMzE,rojo=00f067aa0ba902b7", "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7"],
    [" congo=1 , ,\trojo=2,", "congo=1,rojo=2"],
    ["tenant@system=a b=c".replace("=c", ":c"), "tenant@system=a b:c"],
    ["1tenant@system=!", "1tenant@system=!"]
  ])("carries on the members of %j", (text, read) => {
    expect(readTracestate(text)).toBe(read)
  })

  it.each(["congo", "congo=", "=1", "Congo=1", "1congo=1", "a@b@c=1", "congo=1=2", "congo=\u00e4", "a=1,congo"])(
    "drops %j, which is malformed",
    (text) => {
      expect(readTracestate(text)).toBe("")
    }
  )

  it("has at most 32 members", () => {
    expect(readTracestate(members(32).join(","))).toBe(members(32).join(","))
    expect(readTracestate(members(33).join(","))).toBe("")
    expect(readTracestate("a=1,".repeat(100_000))).toBe("")
  })

  it("has at most 512 characters: long members are dropped first, then the last ones", () => {
    const [long, short] = ["long=".padEnd(129, "v"), members(8, 63)]
    expect(readTracestate([long, ...short].join(","))).toBe(short.join(","))
    expect(readTracestate([...short, ...short].join(","))).toBe(short.join(","))
  })

  it("reads what it has read as the same", () => {
    const member = fc.stringMatching(/^[a-z][a-z0-9_]{0,9}=[!-+.-<]{1,200}$/)
    fc.assert(
      fc.property(fc.array(member, { maxLength: 32 }), (list) => {
        const read = readTracestate(list.join(", "))
        expect(read.length).toBeLessThanOrEqual(512)
        expect(readTracestate(read)).toBe(read)
      })
    )
  })
})
