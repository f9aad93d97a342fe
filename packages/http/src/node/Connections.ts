import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

interface Connection {
  /** The response to the last request, sent or not. */
  last: ServerResponse | undefined
  /** The last response, if nothing had followed it at the last check, and since when, in milliseconds. */
  idleAfter: ServerResponse | undefined
  idleSince: number
}

export class Connections {
  readonly #open = new Map<Socket, Connection>()

  /** Adds a connection, until it closes. */
  readonly add = (socket: Socket): void => {
    this.#open.set(socket, { last: undefined, idleAfter: undefined, idleSince: 0 })
    socket.once("close", () => this.#open.delete(socket))
  }

  /** Records the response to the last request of a connection. */
  expect(response: ServerResponse): void {
    const connection = this.#open.get(response.req.socket)
    if (connection !== undefined) connection.last = response
  }

  /** The response to the last request of a connection, sent or not. */
  lastOn(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.last
  }

  /** Closes connections that have sent nothing, such as those browsers open ahead of time. Node counts them as busy. */
  closeSilent(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  /**
   * Closes connections whose last response was sent over `millis` ago. Node's keep-alive timeout restarts with every byte,
   * even of the empty lines allowed between requests.
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
