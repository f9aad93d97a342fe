import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"

interface Pair {
  readonly client: Socket
  readonly server: Socket
}

/** Stands between a client and a server on this machine, and breaks what goes between them in the ways networks do. */
export class TcpProxy {
  readonly #pairs = new Set<Pair>()
  #hangs = false
  #fatal = { text: "", times: 0 }
  #last = { message: Infinity, isAnswered: false, reached: () => {} }
  #cuts = 0
  #messages = 0

  private constructor(
    private readonly listener: Server,
    private to: number
  ) {
    listener.on("connection", (client) => this.#join(client))
  }

  /** One before a port of 127.0.0.1. */
  static async before(port: number): Promise<TcpProxy> {
    const listener = createServer()
    const proxy = new TcpProxy(listener, port)
    listener.listen(0, "127.0.0.1")
    await once(listener, "listening")
    return proxy
  }

  /** Leads new connections to another port. Those that exist stay. */
  leadTo(port: number): void {
    this.to = port
  }

  /** A server's address by way of the proxy. */
  via(url: string): string {
    const through = new URL(url)
    through.host = `127.0.0.1:${(this.listener.address() as AddressInfo).port}`
    return through.href
  }

  /** How many answers were cut off. */
  get cuts(): number {
    return this.#cuts
  }

  /** How many messages clients have sent: pieces of a stream, and so statements where each waits for its answer. */
  get messages(): number {
    return this.#messages
  }

  /** How many connections there are. */
  get connections(): number {
    return this.#pairs.size
  }

  /** Lets nothing through any more, neither on the connections there are nor on new ones, which are taken all the same. */
  hang(): void {
    this.#hangs = true
    for (const pair of this.#pairs) this.#halt(pair)
  }

  /** Lets everything through again: what was held back, too. */
  flow(): void {
    this.#hangs = false
    for (const { client, server } of this.#pairs) {
      client.resume()
      server.resume()
    }
  }

  /** Lets through what a client sends that holds this text, and cuts its connection when the server answers it. */
  cutAnswerTo(text: string, times = 1): void {
    this.#fatal = { text, times }
  }

  /** Keeps back the clients' n-th message, or lets it through and keeps back its answer, and tells that this was reached. */
  endAt(message: number, what: "message" | "answer", reached: () => void): void {
    this.#last = { message, isAnswered: what === "answer", reached }
  }

  /** Closes everything. */
  async close(): Promise<void> {
    for (const pair of this.#pairs) this.#cut(pair)
    this.listener.close()
    await once(this.listener, "close")
  }

  #join(client: Socket): void {
    const server = connect(this.to, "127.0.0.1")
    const pair = { client, server }
    let answerIsFatal = false
    let answerIsLast = false
    this.#pairs.add(pair)
    client.on("data", (sent) => {
      this.#messages += 1
      const isLast = this.#messages === this.#last.message
      if (isLast && !this.#last.isAnswered) return this.#last.reached()
      answerIsLast = isLast
      if (this.#fatal.times > 0 && sent.includes(this.#fatal.text)) {
        this.#fatal.times -= 1
        answerIsFatal = true
      }
      server.write(sent)
    })
    server.on("data", (answer) => {
      if (answerIsLast) this.#last.reached()
      else if (answerIsFatal) {
        this.#cuts += 1
        this.#cut(pair)
      } else client.write(answer)
    })
    for (const socket of [client, server]) {
      // Whatever breaks on one side ends both.
      socket.on("error", () => this.#cut(pair))
      socket.on("close", () => this.#cut(pair))
    }
    if (this.#hangs) this.#halt(pair)
  }

  #halt({ client, server }: Pair): void {
    client.pause()
    server.pause()
  }

  #cut(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.client.destroy()
    pair.server.destroy()
  }
}
