import { describe, expect, it } from "vitest"
import { type Parameter, readQuery } from "../src/readQuery.js"

const PARAMETERS: ReadonlyArray<Parameter> = [
  { name: "boardId", kind: "text" },
  { name: "page", kind: "integer" },
  { name: "dryRun", kind: "boolean" },
  { name: "types", kind: "list" },
  { name: "token", kind: "opaque" }
]

const read = (search: string) => readQuery(search, PARAMETERS)
const valuesOf = (search: string) => {
  const { issues, query } = read(search)
  expect(issues).toEqual([])
  return query
}

describe("readQuery", () => {
  it("reads known parameters by their kind, and ignores others", () => {
    expect(valuesOf("boardId=b%201&page=02&dryRun=true&other=1&other=2")).toEqual({
      boardId: "b 1",
      page: 2,
      dryRun: true
    })
  })

  it("treats an empty parameter as absent", () => {
    expect(valuesOf("boardId=&page=&dryRun")).toEqual({})
    expect(valuesOf("")).toEqual({})
  })

  it.each(["1.5", "-1", "0x10", "1e3", " 5", "٣", "9999999999999999"])(
    "leaves %s, which is no whole number, as text for the use case to refuse",
    (text) => {
      expect(valuesOf(`page=${encodeURIComponent(text)}`)).toEqual({ page: text })
    }
  )

  it("leaves a boolean that is neither true nor false as text", () => {
    expect(valuesOf("dryRun=1")).toEqual({ dryRun: "1" })
    expect(valuesOf("dryRun=false")).toEqual({ dryRun: false })
  })

  it("lists every parameter that is given twice or has a NUL character", () => {
    expect(read("page=1&page=1&boardId=a%00b")).toEqual({
      query: {},
      issues: [
        { path: ["boardId"], message: "must not hold a NUL character" },
        { path: ["page"], message: "must be given once" }
      ]
    })
  })

  it("reads a list with commas, and one that is given several times", () => {
    expect(valuesOf("types=a")).toEqual({ types: ["a"] })
    expect(valuesOf("types=a,b%2Cc&types=d")).toEqual({ types: ["a", "b", "c", "d"] })
    expect(valuesOf("types=")).toEqual({})
    expect(read("types=a%00").issues).toEqual([{ path: ["types"], message: "must not hold a NUL character" }])
  })

  it("treats an opaque parameter that is given twice or has a NUL character as absent", () => {
    expect(valuesOf("token=a%20b")).toEqual({ token: "a b" })
    expect(valuesOf("token=a&token=a")).toEqual({})
    expect(valuesOf("token=a%00")).toEqual({})
  })

  it("reads an undecodable escape as plain text", () => {
    expect(valuesOf("boardId=100%")).toEqual({ boardId: "100%" })
  })
})
