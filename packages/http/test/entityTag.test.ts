import type { Change } from "@boardwright/core"
import { expect, it } from "vitest"
import { entityTag } from "../src/entityTag.js"
import type { ServerRequest } from "../src/ServerRequest.js"

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"]

it("differs for names that differ in two letters", () => {
  const request = { path: "/api/tasks/1", search: "" } as ServerRequest
  const cursor = "0.1" as Change.ChangeCursor
  const tagOf = (name: string) => entityTag(cursor, request, "caller", [["user", name, "avatar"]])
  const names = LETTERS.flatMap((one) => LETTERS.map((other) => `Ann ${one}${other}`))
  expect(new Set(names.map(tagOf)).size).toBe(names.length)
})
