import type { Server } from "node:net"

const AT_MOST_MILLIS = 1_000

/**
 * Accepts the connections in the system's backlog, which a busy event loop has not accepted yet, then calls `then`.
 * Closing the listener would reset them. The loop accepts at least one per turn, so a turn without a connection means an
 * empty backlog. Stops after a second in any case.
 */
export const emptyBacklog = (server: Server, then: () => void): void => {
  const deadline = performance.now() + AT_MOST_MILLIS
  let came = true
  const note = () => {
    came = true
  }
  const look = () => {
    if (came && performance.now() < deadline) {
      came = false
      setImmediate(look)
    } else {
      server.off("connection", note)
      then()
    }
  }
  server.on("connection", note)
  setImmediate(look)
}
