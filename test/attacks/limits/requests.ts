import { expect } from "vitest"
import type { Operation } from "./operations.js"
import { TOO_MANY_REQUESTS } from "../../support/errorBody.js"
import { responseText } from "../../support/responseText.js"

let last = 0

/** A client address that nobody else has. */
export const newAddress = (): string => {
  last += 1
  return `198.18.${Math.floor(last / 250)}.${(last % 250) + 1}`
}

/** An answer without its body, which was read to its end. */
export interface Counted {
  readonly status: number
  readonly limit: number
  readonly remaining: number
  readonly reset: string | null
  readonly retryAfter: string | null
  readonly text: string
}

const HAS_NO_BODY = new Set(["GET", "DELETE", "HEAD"])

/** Sends a request, with a JSON body where the method has one, and does not follow where it leads. */
export const send = async (
  url: string,
  { method, path }: Pick<Operation, "method" | "path">,
  headers: Readonly<Record<string, string>>,
  body: string = "{}"
): Promise<Counted> => {
  const json = HAS_NO_BODY.has(method) ? {} : { body }
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    ...json
  })
  const number = (name: string) => Number(response.headers.get(name) ?? NaN)
  return {
    status: response.status,
    limit: number("x-ratelimit-limit"),
    remaining: number("x-ratelimit-remaining"),
    reset: response.headers.get("x-ratelimit-reset"),
    retryAfter: response.headers.get("retry-after"),
    text: await responseText(response)
  }
}

/** Expects that exactly `limit` of those sent at once were let through, each counted once, in one window. */
export const expectExactly = (answers: ReadonlyArray<Counted>, limit: number): void => {
  const passed = answers.filter(({ status }) => status !== 429)
  const refused = answers.filter(({ status }) => status === 429)
  expect([passed.length, refused.length]).toEqual([limit, answers.length - limit])
  expect(passed.map(({ remaining }) => remaining).toSorted((a, b) => b - a)).toEqual(
    Array.from({ length: limit }, (_, at) => limit - 1 - at)
  )
  for (const each of refused) {
    expect(each.remaining).toBe(0)
    expect(each.retryAfter).toMatch(/^([1-9]|[1-5]\d|60)$/)
    expect(JSON.parse(each.text)).toEqual(TOO_MANY_REQUESTS)
  }
  expect(new Set(answers.map(({ limit }) => limit))).toEqual(new Set([limit]))
  expect(new Set(answers.map(({ reset }) => reset)).size).toBe(1)
}
