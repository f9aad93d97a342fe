import type { Server } from "node:net"

const AT_MOST_MILLIS = 1_000

/**
 * Takes in those whom the system has connected and a busy loop has not, then calls back; closing the listener would
 * reset them, with the requests they have sent. The loop takes one or more each turn, so that a turn in which nobody
 * came tells that nobody waits. Where somebody always comes it ends after a second.
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
