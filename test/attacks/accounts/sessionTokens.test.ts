import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Account } from "@boardwright/core"
import { describe, afterAll, beforeAll, expect, it } from "vitest"
import { expectError, MISSING, onServer } from "../../http/given.js"
import { storedReader } from "../../authorization/Stored.js"
import { RawConnection, requestText } from "../../support/rawConnection.js"
import type { TestServer } from "../../support/server.js"
import { makeWorld, type World } from "../../support/world.js"
import { print } from "../../faults/Load.js"
import { claimsOf, confused, forge, oddClaims, SECRET } from "./forge.js"
import { operate, reset, resetToken, signIn } from "./given.js"
import { errorBody } from "../../support/errorBody.js"

const UNAUTHORIZED = errorBody("Unauthorized")
const rename = { name: "Renamed by nobody" }

describe("a session token", () => {
  const { server, as } = onServer()
  let world: World
  let trap: Server
  let asked = 0
  let stored: () => Promise<string>
  beforeAll(async () => {
    world = await makeWorld(server())
    stored = await storedReader(server())
    trap = createServer((_request, response) => {
      asked += 1
      response.end(JSON.stringify({ keys: [] }))
    })
    await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve))
  })
  afterAll(() => trap.close())

  const expectNobody = async (headers: Record<string, string>, name: string) => {
    for (const [method, path, body] of [
      ["GET", "/api/auth/me"],
      ["PATCH", `/api/workspaces/${world.own.workspaceId}`, rename],
      ["DELETE", `/api/boards/${world.own.boardId}`]
    ] as const) {
      const answer = await server().call(method, path, { headers, ...(body === undefined ? {} : { body }) })
      expect(answer, `${name}: ${method}`).toMatchObject({ status: 401, body: UNAUTHORIZED })
      expect(answer.headers.get("www-authenticate")).toBe("Bearer")
    }
  }
  const expectAllNobodys = async (tokens: Readonly<Record<string, string>>) => {
    const before = await stored()
    for (const [name, token] of Object.entries(tokens)) await expectNobody({ authorization: `Bearer ${token}` }, name)
    expect(await stored()).toBe(before)
    print(`${Object.keys(tokens).length} tokens, each refused three times, nothing changed`)
  }
  const works = async (token: string) => (await as({ token }).get("/api/auth/me")).status === 200

  it("that confuses how it is signed is 401 and changes nothing, and nobody is asked for a key", async () => {
    const claims = claimsOf(world.users.owner)
    expect(await works(forge(claims))).toBe(true)
    await expectAllNobodys(confused(claims, `http://127.0.0.1:${(trap.address() as AddressInfo).port}`))
    expect(asked).toBe(0)
  })

  it("with missing or odd claims is 401, even when the right key signed it, and changes nothing", async () => {
    const claims = claimsOf(world.users.owner)
    const odd = Object.entries(oddClaims(claims)).map(([name, each]) => [name, forge(each)] as const)
    await expectAllNobodys({
      ...Object.fromEntries(odd),
      "of nobody": forge({ ...claims, userId: MISSING }),
      "by another's name": forge({ ...claims, userId: world.users.owner.email })
    })
  })

  it("is taken from one Authorization header, after Bearer and blanks, and from nowhere else", async () => {
    const { token } = world.users.owner
    const before = await stored()
    const values = [
      ...[`Bearer: ${token}`, `Bearer\t${token}`, `Bearer${token}`, `Bearer "${token}"`, `"Bearer ${token}"`],
      ...[`Bearer ${token},`, `Bearer ${token};`, `Bearer ${token}, Bearer ${token}`, `Bearer Bearer ${token}`],
      ...[`Token ${token}`, `JWT ${token}`, `bearer=${token}`, `Bearer token=${token}`, `Bearer\u00a0${token}`],
      ...[`Negotiate x, Bearer ${token}`, `Basic ${Buffer.from(`x:${token}`).toString("base64")}`]
    ]
    for (const authorization of values) await expectNobody({ authorization }, JSON.stringify(authorization))
    const bearer = `Bearer ${token}`
    const elsewhere: ReadonlyArray<readonly [name: string, value: string]> = [
      ...(["cookie", "cookie2"] as const).flatMap((name) =>
        ["token", "access_token", "jwt", "session", "Authorization"].map((key) => [name, `${key}=${token}`] as const)
      ),
      ...["x-access-token", "x-auth-token", "x-authorization", "proxy-authorization", "x-forwarded-authorization"].map(
        (name) => [name, bearer] as const
      ),
      ...["x-user-id", "x-forwarded-user", "x-remote-user"].map((name) => [name, world.users.owner.id] as const)
    ]
    for (const [name, value] of elsewhere) await expectNobody({ [name]: value }, `${name}: ${value}`)
    for (const key of ["token", "access_token", "jwt", "authorization", "bearer", "auth_token"]) {
      const query = `${key}=${encodeURIComponent(key === "authorization" ? bearer : token)}`
      expectError(await server().call("GET", `/api/auth/me?${query}`), 401, "Unauthorized")
      const body = { ...rename, [key]: token }
      const path = `/api/workspaces/${world.own.workspaceId}?${query}`
      expectError(await server().call("PATCH", path, { body }), 401, "Unauthorized")
    }
    expect(await stored()).toBe(before)
    for (const authorization of [`bearer ${token}`, `BEARER   ${token}`, ` Bearer ${token} `]) {
      expect((await server().call("GET", "/api/auth/me", { headers: { authorization } })).status).toBe(200)
    }
  })

  it("is the first of two Authorization headers, never the second", async () => {
    const connection = new RawConnection(server().url)
    const request = (first: string, second: string) =>
      connection.request(
        `GET /api/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${first}\r\nAuthorization: ${second}\r\n\r\n`
      )
    const { admin, owner } = world.users
    for (const first of ["Bearer x", "Basic x", "", `Bearer ${forge(claimsOf(owner), { secret: "x" })}`]) {
      const { body, status } = await request(first, `Bearer ${owner.token}`)
      expect({ first, status, body }).toEqual({ first, status: 401, body: JSON.stringify(UNAUTHORIZED) })
    }
    expect(JSON.parse((await request(`Bearer ${owner.token}`, `Bearer ${admin.token}`)).body).id).toBe(owner.id)
    connection.cut()
  })

  it("that is long is refused fast, and others are served", async () => {
    const { token } = world.users.owner
    const [head = "", , signature = ""] = token.split(".")
    const long = (length: number) => `${head}.${"A".repeat(length)}.${signature}`
    const from = performance.now()
    await expectNobody({ authorization: `Bearer ${long(12_000)}` }, "12 kB")
    await expectNobody({ authorization: `Bearer ${".".repeat(12_000)}` }, "12 kB of dots")
    await expectNobody(
      { authorization: `Bearer ${forge({ ...claimsOf(world.users.owner), x: "x".repeat(9000) })}` },
      ""
    )
    const connection = new RawConnection(server().url)
    const header = { Authorization: `Bearer ${long(100_000)}` }
    const { status } = await connection.request(requestText("GET /api/auth/me", header))
    const millis = Math.round(performance.now() - from)
    expect(status).toBe(431)
    await connection.closed
    expect(await works(token)).toBe(true)
    print(`tokens of 12 kB: 401, of 100 kB: 431, ten requests in ${millis} ms`)
    expect(millis).toBeLessThan(3_000)
  })

  it("of before a reset, a password of the operator's or a time of being disabled is over for good", async () => {
    const ends: Readonly<Record<string, (server: TestServer, user: World["nobody"]) => Promise<unknown>>> = {
      reset: async (server, { email }) => reset(server, await resetToken(server, email)),
      setPassword: (server, { id }) => operate(server, Account.setPassword(id, { password: "another password" })),
      disabling: async (server, { id }) => {
        await operate(server, Account.disableAccount(id))
        await operate(server, Account.enableAccount(id))
      }
    }
    for (const [name, end] of Object.entries(ends)) {
      const user = await server().user(name)
      const later = forge({ ...claimsOf(user), iat: claimsOf(user).iat + 30 })
      const [minted, earlier] = [
        await operate(server(), Account.mintToken(user.id, { lifetime: "3650 days" })),
        (await signIn(server(), user.email, `password of ${name}`)).body.token
      ]
      const old = [user.token, minted.token, earlier, later]
      expect(await Promise.all(old.map(works))).toEqual(old.map(() => true))
      await end(server(), user)
      expect(await Promise.all(old.map(works))).toEqual(old.map(() => false))
      const password = name === "disabling" ? `password of ${name}` : "another password"
      const { body, status } = await signIn(server(), user.email, password)
      expect(status).toBe(200)
      expect(await works(body.token)).toBe(true)
      for (const ver of [0, 2, "1", -1]) expect(await works(forge({ ...claimsOf(user), ver }))).toBe(false)
      expect(await works(forge({ ...claimsOf(user), ver: 1 }, { secret: SECRET }))).toBe(true)
    }
  })
})
