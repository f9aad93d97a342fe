// A process with open streams of changes: `{boardId, each, port, tokens}` opens them, "tell" answers what came.
import { once } from "node:events"
import { connect } from "node:net"

let events = 0
let open = 0

const listen = async ({ boardId, port, token }) => {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  socket.write(
    `GET /api/changes/stream?since=now&boardId=${boardId} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`
  )
  const [head] = await once(socket, "data")
  if (!head.includes("200 OK")) throw new Error(`a stream was answered with ${head.toString().slice(0, 200)}`)
  open++
  socket.on("data", (data) => {
    for (let at = data.indexOf("event: change"); at !== -1; at = data.indexOf("event: change", at + 1)) events++
  })
  socket.on("close", () => open--)
}

const [{ each, tokens, ...where }] = await once(process, "message")
for (const token of tokens) await Promise.all(Array.from({ length: each }, () => listen({ ...where, token })))
process.on("message", () => process.send({ events, open }))
process.send("ready")
