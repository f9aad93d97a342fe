// A process with open streams of changes: `{ open: { boardId, each, port, tokens } }` opens them, `{ close: true }` closes them
// and answers how many events came.
import { once } from "node:events"
import { connect } from "node:net"

let events = 0
const sockets = new Set()

const listen = async ({ boardId, port, token }) => {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  socket.write(
    `GET /api/changes/stream?since=now&boardId=${boardId} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`
  )
  const [head] = await once(socket, "data")
  if (!head.includes("200 OK")) throw new Error(`a stream was answered with ${head.toString().slice(0, 200)}`)
  sockets.add(socket)
  socket.on("data", (data) => {
    for (let at = data.indexOf("event: change"); at !== -1; at = data.indexOf("event: change", at + 1)) events++
  })
  socket.on("close", () => {
    if (sockets.has(socket)) throw new Error("a stream ended")
  })
}

const open = async ({ each, tokens, ...where }) => {
  events = 0
  for (const token of tokens) await Promise.all(Array.from({ length: each }, () => listen({ ...where, token })))
  return sockets.size
}

const close = () => {
  const closing = [...sockets]
  sockets.clear()
  for (const socket of closing) socket.destroy()
  return events
}

process.on("message", async (message) => process.send(await ("open" in message ? open(message.open) : close())))
