import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { asUser, createBoardwright, sqlite, toNodeHandler } from "@boardwright/embed"

/** The users that the app has already. */
const PEOPLE = [
  { id: "1", name: "Ada", email: "ada@example.com" },
  { id: "2", name: "Bob", email: "bob@example.com" }
]

/** The sessions that the app has already, by the value of their cookie. */
const SESSIONS = new Map([
  ["ada-session", "1"],
  ["bob-session", "2"]
])

const userOf = (cookie: string | undefined): string | undefined =>
  SESSIONS.get(/(?:^|; )session=([^;]*)/.exec(cookie ?? "")?.[1] ?? "")

/** Whether a page of another origin sent a request. A browser may add the cookie to it. */
const isForeign = (origin: string | undefined, host: string | undefined): boolean =>
  origin !== undefined && origin.replace(/^https?:\/\//, "") !== host

/** An app with its own users: Boardwright asks it who there is and who calls, and serves no accounts. */
export const start = async (port = 0, file = ":memory:") => {
  const hub = await createBoardwright({
    storage: sqlite(file),
    users: {
      existing: (ids) => ids.filter((id) => PEOPLE.some((person) => person.id === id)),
      findByEmail: (email) => PEOPLE.find((person) => person.email === email),
      find: (ids) => PEOPLE.filter((person) => ids.includes(person.id))
    },
    authenticate: ({ header }) => {
      if (isForeign(header("origin"), header("host"))) return null
      const id = userOf(header("cookie"))
      return id === undefined ? null : asUser(id)
    }
  })
  const handle = toNodeHandler(hub)

  const listWorkspaces = async ({ headers }: IncomingMessage, response: ServerResponse) => {
    const user = userOf(headers.cookie)
    if (user === undefined) return response.writeHead(401).end()
    const { items } = await hub.workspaces.list(asUser(user))
    response.end(items.map(({ name }) => name).join("\n"))
  }
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/api/")) return handle(request, response)
    listWorkspaces(request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const stop = async () => {
    // Not awaited: it waits for change streams, which the hub ends.
    server.close()
    await hub.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

if (import.meta.filename === process.argv[1]) {
  const { stop, url } = await start(3000, "boardwright.db")
  console.log(`${url} lists one's workspaces, ${url}/api/health is Boardwright's`)
  process.once("SIGINT", () => void stop())
}
