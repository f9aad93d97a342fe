// The baseline: node:http and prepared statements, and nothing that the work does not need.
import { createServer } from "node:http"
import { listening, openWork } from "../byHand/openWork.mjs"
import { NOT_FOUND, Refusal } from "../byHand/Refusal.mjs"
import { rateHeaders } from "../byHand/rateCounts.mjs"
import { signIn } from "../byHand/signIn.mjs"
import { bearerOf, signToken, verifyToken } from "../byHand/tokens.mjs"
import { readBody } from "./readBody.mjs"

const { compare, count, limit, secret, work } = openWork()
const GENERAL = "general:user:"
const IMPORT_BYTES = 16 * 1024 * 1024
const signingIn = { accountOf: work.accountOf, compare, sign: (claims) => signToken(secret, claims) }

const send = (response, status, body, counted) => {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Length": Buffer.byteLength(text),
    ...counted
  })
  response.end(text)
}

const fail = (response, error, counted) => {
  if (error instanceof Refusal) return send(response, error.status, error.body, counted)
  console.error(error)
  send(response, 500, { error: "Internal server error", code: "Unexpected", details: [] }, counted)
}

/** Answers with what the work answers, in the same turn where it does. */
const answer = (response, counted, status, result) => {
  if (!(result instanceof Promise)) return send(response, status, result, counted)
  result.then(
    (body) => send(response, status, body, counted),
    (error) => fail(response, error, counted)
  )
}

const TASKS = "/api/tasks/"

/** A request that reads, or null. */
const reading = (path, search, userId) => {
  if (path === "/api/auth/me") return work.me(userId)
  if (path.startsWith(TASKS)) return work.task(userId, path.slice(TASKS.length))
  if (path === "/api/tasks") return work.list(userId, Object.fromEntries(new URLSearchParams(search)))
  throw NOT_FOUND
}

/** What a request that writes does with its body: `[status, run]`. */
const writing = (method, path) => {
  if (method === "POST" && path === "/api/tasks") return [201, work.create]
  if (method === "POST" && path === "/api/boards/import")
    return [201, work.importBoard, "sensitive:user:", IMPORT_BYTES]
  if (!path.startsWith(TASKS)) throw NOT_FOUND
  const [id, verb] = path.slice(TASKS.length).split("/")
  if (method === "PATCH" && verb === undefined) return [200, (userId, body) => work.update(userId, id, body)]
  if (method === "PATCH" && verb === "move") return [200, (userId, body) => work.move(userId, id, body)]
  if (method === "POST" && verb === "comments") return [201, (userId, body) => work.comment(userId, id, body)]
  throw NOT_FOUND
}

const serveSignIn = async (request, response) => {
  let counted
  try {
    counted = rateHeaders(await count(`auth:signIn:${request.socket.remoteAddress}`), limit)
    send(response, 200, await signIn(await readBody(request), signingIn), counted)
  } catch (error) {
    fail(response, error, counted)
  }
}

/** Token, token version and count, and then the work: each waits only where it has to. */
const serve = (request, response, path, search) => {
  let counted
  const guarded = (run) => {
    try {
      run()
    } catch (error) {
      fail(response, error, counted)
    }
  }
  guarded(() => {
    const { method } = request
    const [status, run, tier = GENERAL, most] = method === "GET" ? [200] : writing(method, path)
    const claims = verifyToken(secret, bearerOf(request.headers.authorization))
    const { userId } = claims
    const admitted = (found) => {
      counted = rateHeaders(found, limit)
      if (method === "GET") return answer(response, counted, status, reading(path, search, userId))
      readBody(request, most).then(
        (body) => guarded(() => answer(response, counted, status, run(userId, body))),
        (error) => fail(response, error, counted)
      )
    }
    const version = work.checkVersion(claims)
    if (!(version instanceof Promise)) return admitted(count(tier + userId))
    version
      .then(() => count(tier + userId))
      .then(
        (found) => guarded(() => admitted(found)),
        (error) => fail(response, error, counted)
      )
  })
}

const server = createServer((request, response) => {
  const mark = request.url.indexOf("?")
  const path = mark < 0 ? request.url : request.url.slice(0, mark)
  if (request.method === "POST" && path === "/api/auth/signin") void serveSignIn(request, response)
  else serve(request, response, path, mark < 0 ? "" : request.url.slice(mark + 1))
})
server.listen({ host: "127.0.0.1", port: 0, backlog: 1024 }, () => listening(server.address().port))
