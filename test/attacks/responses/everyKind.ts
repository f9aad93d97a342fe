import { rmSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { pages } from "../../support/pages.js"
import { MISSING } from "../../http/given.js"
import { RawConnection } from "../../support/rawConnection.js"
import { newPerson, type Standalone } from "../../support/standalone.js"
import { responseText } from "../../support/responseText.js"

/** A response of one kind. */
export interface Kind {
  readonly what: string
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** `page` is for people; `public` the same for all; `malformed` was no request; else what a client asked for. */
  readonly group: "api" | "page" | "public" | "malformed" | "preflight"
}

type Ask = (
  group: Kind["group"],
  line: string,
  more?: { readonly token?: string | undefined; readonly body?: string; readonly type?: string }
) => Promise<Kind>

const MALFORMED = [
  "no request\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n",
  "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`
]

const asker =
  ({ url }: Standalone, origin: string | null): Ask =>
  async (group, line, { body, token, type = "application/json" } = {}) => {
    const [method = "", path = ""] = line.split(" ")
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        "content-type": type,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(origin === null ? {} : { origin })
      },
      ...(body === undefined ? {} : { body })
    })
    return {
      what: line,
      group,
      status: response.status,
      headers: new Map(response.headers),
      body: await responseText(response)
    }
  }

/**
 * One response of every kind that the server has, the last of them with its storage gone. A low limit for the auth tier
 * brings the 429 soon, but two people have to sign up and in before; the other tiers may have their defaults.
 */
export const everyKind = async (server: Standalone, origin: string | null = null): Promise<ReadonlyArray<Kind>> => {
  const ask = asker(server, origin)
  const person = JSON.stringify(await newPerson(server, "ada"))
  const stranger = JSON.stringify(await newPerson(server, "eve"))
  const signIn = await ask("api", "POST /api/auth/signin", { body: person })
  const { token } = JSON.parse(signIn.body)
  const other = JSON.parse((await ask("api", "POST /api/auth/signin", { body: stranger })).body).token
  const home = await ask("api", "POST /api/workspaces", { token, body: `{"name":"W"}` })
  const workspace = `/api/workspaces/${JSON.parse(home.body).workspace.id}`
  const kinds: Array<Kind> = [
    signIn,
    home,
    await ask("api", `GET ${workspace}`, { token }),
    await ask("api", `HEAD ${workspace}`, { token }),
    await ask("api", "GET /api/auth/verify-email?token=x"),
    await ask("api", "POST /api/workspaces", { token, body: "{" }),
    await ask("api", "POST /api/workspaces", { token, body: "{}", type: "text/plain" }),
    await ask("api", `GET ${workspace}`),
    await ask("api", `GET ${workspace}`, { token: other }),
    await ask("api", `GET /api/boards/${MISSING}`, { token }),
    await ask("api", "GET /nowhere"),
    await ask("api", "PUT /api/auth/me", { body: "{}" }),
    await ask("api", "GET /api/%"),
    await ask("api", "OPTIONS /nowhere"),
    await ask("api", "POST /api/workspaces", { token, body: "x".repeat(1024 * 1024 + 1) }),
    await ask("api", "GET /api/health"),
    await ask("preflight", "OPTIONS /api/workspaces"),
    await ask("public", "GET /api/openapi.json"),
    await ask("public", "GET /api/avatars/default.svg"),
    await ask("public", "HEAD /api/avatars/default.svg")
  ]
  for (const { path } of pages) kinds.push(await ask("page", `GET ${path}`), await ask("page", `HEAD ${path}`))
  for (const text of MALFORMED) {
    const response = await new RawConnection(server.url).request(text)
    kinds.push({ what: text.slice(0, 60), group: "malformed", ...response })
  }
  const database = openSqlite(join(server.dataDir, "boardwright.db"))
  database.exec("alter table boardwright_workspace rename to elsewhere")
  kinds.push(await ask("api", `GET ${workspace}`, { token }))
  database.exec("alter table elsewhere rename to boardwright_workspace")
  database.close()
  rmSync(join(server.dataDir, "boardwright.db"))
  kinds.push(await ask("api", `PATCH ${workspace}`, { token, body: `{"name":"V"}` }))
  for (let status = 0; status !== 429;) {
    const next = await ask("api", "POST /api/auth/forgot-password", { body: "{}" })
    status = next.status
    kinds.push(next)
  }
  return kinds
}
