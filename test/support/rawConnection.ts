import { connect, type Socket } from "node:net"

/** One HTTP response off the wire. */
export interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const parse = (text: string): readonly [response: RawResponse, rest: string] | null => {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return null
  const [statusLine = "", ...lines] = text.slice(0, end).split("\r\n")
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    })
  )
  const from = end + 4
  const length = Number(headers.get("content-length") ?? 0)
  if (text.length < from + length) return null
  return [{ status, headers, body: text.slice(from, from + length) }, text.slice(from + length)]
}

/** A connection to speak HTTP on by hand. Bodies of responses are taken as ASCII. */
export class RawConnection {
  readonly #socket: Socket
  #received = ""
  #looks: Array<() => void> = []
  #ended = false
  /** Resolves when the other side has ended or cut the connection. */
  readonly closed: Promise<void>

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setEncoding("latin1")
    this.closed = new Promise((resolve) => {
      this.#socket.on("data", (chunk: string) => {
        this.#received += chunk
        for (const look of this.#looks) look()
      })
      // A connection that is cut while we write to it is for the test to judge.
      this.#socket.on("error", () => undefined)
      this.#socket.on("close", () => {
        this.#ended = true
        for (const look of this.#looks) look()
        resolve()
      })
    })
  }

  /** What came and was not taken as a response yet. */
  get received(): string {
    return this.#received
  }

  get isClosed(): boolean {
    return this.#ended
  }

  /** Sends as it is; resolves once it has left, or the connection is at its end. */
  write(text: string | Uint8Array): Promise<void> {
    if (this.#socket.destroyed) return this.closed
    return new Promise((resolve) => this.#socket.write(text, () => resolve()))
  }

  /** Leaves unread what arrives from now on. */
  stopReading(): void {
    this.#socket.pause()
  }

  readOn(): void {
    this.#socket.resume()
  }

  /** The next response; fails when the connection ends before it is whole. */
  response(): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const parsed = parse(this.#received)
        if (parsed === null && !this.#ended) return
        this.#looks = this.#looks.filter((each) => each !== look)
        if (parsed === null) return reject(new Error(`the connection ended after ${JSON.stringify(this.#received)}`))
        const [response, rest] = parsed
        this.#received = rest
        resolve(response)
      }
      this.#looks.push(look)
      look()
    })
  }

  /** Sends a request and waits for its response. */
  async request(text: string): Promise<RawResponse> {
    await this.write(text)
    return this.response()
  }

  /** Cuts the connection. */
  cut(): void {
    this.#socket.resetAndDestroy()
  }
}

/** A request's text: its lines, and its body with its length. */
export const requestText = (
  requestLine: string,
  headers: Readonly<Record<string, string | number>> = {},
  body = ""
): string => {
  const length = body === "" ? {} : { "Content-Length": Buffer.byteLength(body) }
  const lines = Object.entries({ Host: "boardwright.test", ...length, ...headers })
  return [`${requestLine} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", body].join("\r\n")
}
