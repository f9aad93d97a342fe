import { isDeepStrictEqual } from "node:util"
import { BOARDS, idOf, SIZES, STRANGER, tokenOf } from "../work/fixture.mjs"
import { works } from "../work/works.mjs"
import { ask } from "./httpConnection.mjs"

const MADE_NOW = new Set(["id", "createdAt", "updatedAt", "token"])
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** A body without what each makes for itself: new ids and the time. */
const comparable = (body, writes) =>
  JSON.parse(writes ? body.replace(UUID, "id") : body, (key, value) =>
    writes && MADE_NOW.has(key) && typeof value === "string" ? key : value
  )

const task = `/api/tasks/${idOf("task", 0)}`
const written = `/api/tasks/${idOf("task", SIZES.read)}`
const [token, stranger] = [tokenOf(1), tokenOf(STRANGER)]
const boardId = idOf("board", BOARDS.written)

/** What has to be refused by all, alike: nobody is quicker by leaving a check out. */
const refusals = [
  { method: "GET", path: "/api/auth/me" },
  { method: "GET", path: "/api/auth/me", token: `${token.slice(0, -4)}AAAA` },
  { method: "GET", path: task, token: stranger },
  { method: "GET", path: "/api/tasks/nothing", token },
  { method: "GET", path: `/api/tasks?boardId=${boardId}`, token: stranger },
  { method: "GET", path: `/api/tasks?boardId=${boardId}&limit=1001`, token },
  { method: "GET", path: `/api/tasks?boardId=${boardId}&include=counts,comments`, token },
  { method: "GET", path: "/api/nothing", token },
  { method: "POST", path: "/api/tasks", token, body: { boardId } },
  { method: "POST", path: "/api/tasks", token: stranger, body: { boardId, name: "Dig" } },
  { method: "POST", path: "/api/tasks", token, body: { boardId, name: "Dig", assignees: ["nobody"] } },
  { method: "PATCH", path: written, token, body: { columnValues: { nothing: "1" } } },
  { method: "PATCH", path: `${written}/move`, token, body: { groupId: "nothing" } },
  { method: "POST", path: `${written}/comments`, token: stranger, body: { content: "Deeper" } },
  { method: "POST", path: "/api/auth/signin", body: { email: "nobody@example.com", password: "password" } }
]

const compare = async (servers, request) => {
  const writes = request.method !== "GET"
  const answers = await Promise.all(servers.map(({ port }) => ask(port, request)))
  const wanted = comparable(answers[0].body, writes)
  for (const [at, { body, head, status }] of answers.entries()) {
    const what = `${request.method} ${request.path}: ${servers[at].name}`
    if (status !== answers[0].status || !isDeepStrictEqual(comparable(body, writes), wanted)) {
      const first = `${servers[0].name} answers ${answers[0].status} ${answers[0].body.slice(0, 2_000)}`
      throw new Error(`${what} answers ${status} ${body.slice(0, 2_000)}\n${first}`)
    }
    if (status < 300 && head.match(/^x-ratelimit-(limit|remaining|reset): /gim)?.length !== 3) {
      throw new Error(`${what} answers without the headers of the rate count:\n${head}`)
    }
  }
  return answers[0].status
}

/** Throws unless all servers answer a request of this work alike. */
export const expectEqualAnswers = async (servers, work) => {
  const [request] = works[work].requests()
  const status = await compare(servers, request)
  if (status >= 300) throw new Error(`${work}: all answer ${status}`)
}

const remaining = async (port) => {
  const { head } = await ask(port, { method: "GET", path: "/api/auth/me", token })
  return Number(/\r\nx-ratelimit-remaining: (\d+)/i.exec(head)?.[1])
}

/** Throws unless all servers count requests and refuse alike. */
export const expectEqualRefusals = async (servers) => {
  for (const { name, port } of servers) {
    const [before, after] = [await remaining(port), await remaining(port)]
    if (after !== before - 1) throw new Error(`${name} counts from ${before} to ${after}`)
  }
  for (const request of refusals) {
    const status = await compare(servers, request)
    if (status < 400) throw new Error(`${request.method} ${request.path}: all answer ${status}`)
  }
}
