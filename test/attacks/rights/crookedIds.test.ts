import { afterAll, assert, beforeAll, describe, expect, it } from "vitest"
import type { Canaries } from "../../authorization/Canaries.js"
import { MATRIX, requestOf } from "../../authorization/matrix.js"
import { RawConnection, type RawResponse, requestText } from "../../support/rawConnection.js"
import { type TestServer } from "../../support/server.js"
import type { Furnished, World } from "../../support/world.js"
import { watchWorld } from "../../authorization/watchWorld.js"

const MARK = "MARK"
const NUL = String.fromCharCode(0)
const FULL_WIDTH = 0xff10 - "0".charCodeAt(0)

/** Texts that are not the id and that something might take for it. */
const LIKE_IT: Record<string, (id: string) => string> = {
  "in upper case": (id) => id.toUpperCase(),
  "without hyphens": (id) => id.replaceAll("-", ""),
  "in braces": (id) => `{${id}}`,
  "as a URN": (id) => `urn:uuid:${id}`,
  "with a slash": (id) => `${id}/`,
  "after a slash": (id) => `/${id}`,
  "with a NUL": (id) => id + NUL,
  "with something after a NUL": (id) => `${id}${NUL}x`,
  "with a blank": (id) => `${id} `,
  "after a blank": (id) => ` ${id}`,
  "with a line's end": (id) => `${id}\n`,
  "with digits of full width": (id) =>
    id.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + FULL_WIDTH)),
  "with a joiner": (id) => `${id}\u200d`,
  "with a combining mark": (id) => `${id}\u0301`,
  "with a wildcard": (id) => `${id.slice(0, -1)}_`,
  "with a percent sign": (id) => `${id.slice(0, -1)}%`,
  "encoded twice": (id) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
  "with a quote": (id) => `${id}' or '1'='1`,
  "after a way up": (id) => `x/../${id}`,
  "in a list": (id) => `${id},${id}`,
  "of ten kilobytes": (id) => id + "0".repeat(10_000)
}

/** What the encoding of a path might be undone to. */
const OTHER_PATHS: Record<string, (path: string) => string> = {
  "a slash more at its end": (path) => `${path}/`,
  "slashes doubled": (path) => path.replaceAll("/", "//"),
  "a slash doubled before the last": (path) => path.replace(/\/([^/]*)$/, "//$1"),
  "a dot": (path) => path.replace(/\/([^/]*)$/, "/./$1"),
  "a way up": (path) => path.replace(/\/([^/]*)$/, "/x/../$1"),
  "an encoded way up": (path) => path.replace(/\/([^/]*)$/, "/x/%2e%2e/$1"),
  "encoded slashes": (path) => `/api/${path.slice(5).replaceAll("/", "%2F")}`,
  backslashes: (path) => `/${path.slice(1).replaceAll("/", "\\")}`,
  "upper case": (path) => path.replace(/^\/api\/[a-z]+/, (start) => start.toUpperCase()),
  "a parameter of its own": (path) => `${path};x=1`,
  "an ending": (path) => `${path}.json`,
  "a NUL": (path) => `${path}%00`
}

describe("ids and paths that are crooked", () => {
  let server: TestServer
  let world: World
  let canaries: Canaries
  let connection: RawConnection
  let read: () => Promise<string>
  let before: string
  beforeAll(async () => {
    ;({ before, canaries, read, server, world } = await watchWorld())
    connection = new RawConnection(server.url)
  })
  afterAll(async () => {
    connection.cut()
    await server.stop()
  })

  const ask = async (method: string, path: string, body: string): Promise<RawResponse> => {
    const { token } = world.users.owner
    const type = body === "" ? {} : { "Content-Type": "application/json" }
    const text = requestText(`${method} ${path}`, { Authorization: `Bearer ${token}`, ...type }, body)
    const response = await connection.request(text)
    // It may close the connection on what it cannot read.
    if (response.headers.get("connection") === "close" || connection.isClosed) {
      connection.cut()
      connection = new RawConnection(server.url)
    }
    return response
  }

  const expectError = async (what: string, expected: number, method: string, path: string, body: string) => {
    const { body: text, headers, status } = await ask(method, path, body)
    const parsed = JSON.parse(text) as { error: unknown; details: ReadonlyArray<unknown> }
    expect({ what, status, keys: Object.keys(parsed), problems: parsed.details.length }).toEqual({
      what,
      status: expected,
      keys: ["error", "code", "details"],
      // A bulk names the places of what it does not find, but not what is there.
      problems: expected === 404 && !(path.endsWith("/bulk") && parsed.details.length === 1) ? 0 : 1
    })
    const answer = { status, body: text, headers: new Headers([...headers]) }
    expect(canaries.leakedByRefusal(answer, path + body)).toEqual([])
  }

  const withIds = Object.entries(MATRIX).filter(([, { ids = [] }]) => ids.length > 0)

  it.each(withIds)("%s finds nothing by what is only like an id", async (name, { ids = [] }) => {
    for (const field of ids) {
      const id = world.own[field]
      const request = requestOf(world, "owner", name, { ...world.own, [field]: MARK } as Furnished)
      for (const [how, crooked] of Object.entries(LIKE_IT)) {
        // Digits have no case.
        if (crooked(id) === id) continue
        const path = request.path.replaceAll(MARK, encodeURIComponent(crooked(id)))
        const body =
          request.body === undefined
            ? ""
            : JSON.stringify(request.body, (_, value: unknown) => (value === MARK ? crooked(id) : value))
        // Outside of paths a NUL is a problem of the input.
        const isProblem = crooked(id).includes(NUL) && !/^[^?]*MARK/.test(request.path)
        await expectError(`${field} ${how}`, isProblem ? 400 : 404, request.method, path, body)
      }
    }
    assert.strictEqual(await read(), before)
  })

  const onPaths = withIds.filter(([, { path }]) => !path({} as Furnished).includes("?"))
  it.each(onPaths)("%s is not reached by a path that is only like its own", async (name) => {
    const { body, method, path } = requestOf(world, "owner", name, world.own)
    const others = Object.entries(OTHER_PATHS).filter(([, other]) => other(path) !== path)
    for (const [how, other] of others)
      await expectError(how, 404, method, other(path), body === undefined ? "" : JSON.stringify(body))
    assert.strictEqual(await read(), before)
  })
})
