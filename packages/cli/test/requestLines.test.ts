import type { ServedRequest } from "@boardwright/http"
import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { expect } from "vitest"
import { toJsonLine, toPrettyLine } from "../src/requestLines.js"

const REQUEST: ServedRequest = {
  requestId: "0b5ff2ad-4eb5-4c9c-8aab-b53e4d6a3f11",
  traceId: null,
  method: "GET",
  route: "/api/tasks/:id",
  status: 200,
  duration: 1.23456,
  databaseDuration: 0.70501,
  statements: 3,
  isStream: false,
  bytes: 512,
  userId: "01900000-0000-7000-8000-000000000001",
  address: null,
  clientGone: false,
  level: "info"
}

it("a request is a JSON line with the fields of all lines", () => {
  const line = toJsonLine(REQUEST, false)
  expect(line.endsWith("}\n")).toBe(true)
  const { timestamp, ...rest } = JSON.parse(line)
  expect(rest).toEqual({
    message: "GET /api/tasks/:id 200",
    logLevel: "INFO",
    annotations: {
      requestId: REQUEST.requestId,
      method: "GET",
      route: "/api/tasks/:id",
      status: 200,
      durationMs: 1.23,
      databaseMs: 0.71,
      statements: 3,
      bytes: 512,
      userId: REQUEST.userId
    },
    spans: {}
  })
  expect(new Date(timestamp).toISOString()).toBe(timestamp)
  expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000)
})

it("the address replaces a missing user, and unmatched a missing route", () => {
  const request: ServedRequest = { ...REQUEST, userId: null, address: "2001:db8::/64", route: null, status: 404 }
  const { annotations, message } = JSON.parse(toJsonLine({ ...request, clientGone: true }, false))
  expect(message).toBe("GET unmatched 404")
  expect(annotations).toMatchObject({ route: "unmatched", client: "2001:db8::/64", clientGone: true })
  expect(annotations).not.toHaveProperty("userId")
  expect(toPrettyLine(false)(request, false)).toContain("GET unmatched 404 1.23 ms 512 B 2001:db8::/64 0b5ff2ad")
})

it("a request is one readable line on a terminal", () => {
  expect(toPrettyLine(false)({ ...REQUEST, level: "warning", status: 503, clientGone: true }, false)).toMatch(
    /^\[\d\d:\d\d:\d\d\.\d{3}\] WARN GET \/api\/tasks\/:id 503 1\.23 ms 512 B 0190\S+ client gone 0b5ff2ad\S+\n$/
  )
  expect(toPrettyLine(true)(REQUEST, false)).toContain("\u001B[")
})

it.prop(
  "whatever a host calls its users and addresses, it stays one line",
  [FastCheck.fullUnicodeString()],
  ([text]) => {
    const request: ServedRequest = { ...REQUEST, userId: text, route: text }
    const { route, userId } = JSON.parse(toJsonLine(request, false)).annotations
    assert.deepStrictEqual([route, userId], [text, text])
    const pretty = toPrettyLine(false)({ ...REQUEST, userId: text }, false)
    assert.deepStrictEqual(
      [...pretty].filter((each) => each < " "),
      ["\n"]
    )
  }
)

it("a slow request is a warning with its time in the database", () => {
  const { annotations, logLevel } = JSON.parse(toJsonLine(REQUEST, true))
  expect([logLevel, annotations]).toEqual(["WARN", expect.objectContaining({ databaseMs: 0.71, slow: true })])
  expect(toPrettyLine(false)(REQUEST, true)).toMatch(/\] WARN GET .* slow: 0\.71 ms in the database, statements: 3 /)
})
