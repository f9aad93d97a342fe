import { describe, expect, it } from "vitest"
import { corsHeaders, preflightHeaders } from "../src/headers.js"

const ALLOWED = new Set(["https://app.example.com"])

describe("corsHeaders", () => {
  it("has no headers without allowed origins", () => {
    expect(corsHeaders("https://app.example.com", new Set())).toEqual({})
  })

  it("names an allowed origin, never a wildcard, and exposes what clients read", () => {
    const headers = corsHeaders("https://app.example.com", ALLOWED)
    expect(headers["access-control-allow-origin"]).toBe("https://app.example.com")
    expect(headers["vary"]).toBe("Origin")
    for (const name of [
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "Retry-After",
      "X-Request-Id"
    ])
      expect(headers["access-control-expose-headers"]).toContain(name)
  })

  it.each([
    undefined,
    "null",
    "https://app.example.com.evil.example",
    "http://app.example.com",
    "HTTPS://APP.EXAMPLE.COM"
  ])("allows nothing to the origin %s, and varies by origin for caches", (origin) => {
    expect(corsHeaders(origin, ALLOWED)).toEqual({ vary: "Origin" })
  })
})

describe("preflightHeaders", () => {
  it("names the methods of the path and the headers that requests carry", () => {
    expect(preflightHeaders(["GET", "PATCH"])).toEqual({
      allow: "GET, PATCH, OPTIONS",
      "access-control-allow-methods": "GET, PATCH",
      "access-control-allow-headers": "Authorization, Content-Type",
      "access-control-max-age": "600"
    })
  })
})
