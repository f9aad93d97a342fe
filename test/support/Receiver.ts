import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A receiver of webhooks: stores what `idOf` returns for each message, and answers with `respond`. */
export class Receiver {
  readonly received: Array<string> = []
  /** The most posts at one time. */
  atOnce = 0
  #open = 0
  /** Answers a post. */
  respond: (response: ServerResponse) => void = (response) => response.end()
  readonly #server

  // oxlint-disable-next-line typescript/no-explicit-any
  constructor(idOf: (body: any, headers: IncomingHttpHeaders) => string) {
    this.#server = createServer((request, response) => {
      this.#open += 1
      this.atOnce = Math.max(this.atOnce, this.#open)
      response.on("close", () => (this.#open -= 1))
      const parts: Array<Buffer> = []
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", () => {
        this.received.push(idOf(JSON.parse(Buffer.concat(parts).toString()), request.headers))
        this.respond(response)
      })
    })
  }

  /** What was received, each once, in the order of the first time. */
  get distinct(): ReadonlyArray<string> {
    return [...new Set(this.received)]
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1")
    await once(this.#server, "listening")
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
