import { parsePostgresUrl } from "@boardwright/postgres/url"
import { describe, expect, it } from "vitest"

describe("an address of PostgreSQL", () => {
  it.each([
    ["postgres://u:p@h/db", ["postgres://u:p@h/db"], "any", "postgres://h/db"],
    [
      "postgresql://h:5433/db?sslmode=verify-full",
      ["postgresql://h:5433/db?sslmode=verify-full"],
      "any",
      "postgres://h:5433/db"
    ],
    [
      "postgres://u:p%40@h1:5432,[::1]:5433/db?sslmode=disable",
      ["postgres://u:p%40@h1:5432/db?sslmode=disable", "postgres://u:p%40@[::1]:5433/db?sslmode=disable"],
      "read-write",
      "postgres://h1:5432,[::1]:5433/db"
    ],
    [
      "postgres://h1,h2/db?target_session_attrs=any",
      ["postgres://h1/db", "postgres://h2/db"],
      "any",
      "postgres://h1,h2/db"
    ],
    ["postgres://h/db?target_session_attrs=primary", ["postgres://h/db"], "primary", "postgres://h/db"],
    ["postgres:///db?host=/socket", ["postgres:///db?host=%2Fsocket"], "any", "postgres:///db?host=/socket"],
    [
      "postgres://u@/db?host=/one,two&port=5432,5433",
      ["postgres://u@/db?host=%2Fone&port=5432", "postgres://u@/db?host=two&port=5433"],
      "read-write",
      "postgres:///db?host=/one,two"
    ],
    [
      "postgres:///db?host=a,b&port=6432",
      ["postgres:///db?host=a&port=6432", "postgres:///db?host=b&port=6432"],
      "read-write",
      "postgres:///db?host=a,b"
    ]
  ])("%s", (text, urls, target, name) => {
    expect(parsePostgresUrl(text)).toEqual({ urls, target, name })
  })

  it.each([
    "mysql://h/db",
    "postgres://h",
    "postgres://h/",
    "postgres:///db",
    "postgres://h1,,h2/db",
    "postgres://h1:0x1,h2/db",
    "postgres://h1:99999/db",
    "postgres://u%zz:p@h:port/db",
    "postgres:///db?host=a,b&port=1,2,3",
    "postgres:///db?host=a&port=none",
    "postgres://h/db?target_session_attrs=standby"
  ])("is not %s", (text) => {
    expect(parsePostgresUrl(text)).toBeNull()
  })
})
