import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

interface Connection {
  /** The last request's answer, sent or to be sent. */
  last: ServerResponse | undefined
  /** The answer after which nothing had come when the connection was last looked at, and since when, in milliseconds. */
  idleAfter: ServerResponse | undefined
  idleSince: number
}

/** The open connections of a server. */
export class Connections {
  readonly #open = new Map<Socket, Connection>()

  /** Adds a connection until it closes. */
  readonly add = (socket: Socket): void => {
    this.#open.set(socket, { last: undefined, idleAfter: undefined, idleSince: 0 })
    socket.once("close", () => this.#open.delete(socket))
  }

  /** Notes the answer that a connection is to get last. */
  expect(response: ServerResponse): void {
    const connection = this.#open.get(response.req.socket)
    if (connection !== undefined) connection.last = response
  }

  /** The answer that a connection is to get last, or got. */
  lastOn(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.last
  }

  /** Closes the connections on which nothing was ever sent, such as those that browsers open ahead. Node counts them as busy. */
  closeSilent(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  /**
   * Closes the connections whose last answer was sent over `millis` ago. Node's keep-alive timeout starts again with every
   * byte, and empty lines between requests are bytes of no request.
   */
  closeIdle(millis: number, now = performance.now()): void {
    for (const [socket, connection] of this.#open) {
      const { idleAfter, idleSince, last } = connection
      if (last?.closed !== true) continue
      if (last !== idleAfter) {
        connection.idleAfter = last
        connection.idleSince = now
      } else if (now - idleSince > millis) socket.destroy()
    }
  }
}
