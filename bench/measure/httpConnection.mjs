import { once } from "node:events"
import { connect } from "node:net"

const END_OF_HEAD = Buffer.from("\r\n\r\n")
const NOT_MODIFIED = "HTTP/1.1 304 "
const NO_BODY = ["", "0"]
const LENGTH = /\r\ncontent-length: (\d+)/i

/**
 * A kept connection that asks one thing at a time. It understands what the contestants answer, which is a status and a
 * body of a stated length, and costs a few microseconds a request, so that the load is not what is measured.
 */
export class HttpConnection {
  #socket
  #pending = null
  #head = null
  #status = 0
  #length = 0
  #received = 0
  #chunks = []

  constructor(port) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true })
    this.#socket.on("data", (chunk) => this.#read(chunk))
    /** Settles when it is connected. */
    this.opens = once(this.#socket, "connect")
    const lost = (error) => this.#pending?.(error ?? new Error("the server closed a connection"), 0, null)
    this.#socket.on("error", lost).on("close", () => lost())
  }

  /** Sends a whole request; `done(error, status, body)` is called once, the body being asked for by `keeps`. */
  send(bytes, done, keeps = false) {
    if (this.#socket.destroyed) return done(new Error("the server closed a connection"), 0, null)
    this.#pending = done
    this.keeps = keeps
    this.#socket.write(bytes)
  }

  close() {
    this.#pending = null
    this.#socket.destroy()
  }

  #read(chunk) {
    if (this.#length === 0) {
      const bytes = this.#head === null ? chunk : Buffer.concat([this.#head, chunk])
      const end = bytes.indexOf(END_OF_HEAD)
      if (end < 0) return void (this.#head = bytes)
      this.#head = null
      const head = bytes.latin1Slice(0, end)
      const length = head.startsWith(NOT_MODIFIED) ? NO_BODY : LENGTH.exec(head)
      if (length === null) return this.#end(new Error(`an answer without a length:\n${head}`))
      this.head = head
      this.#status = Number(head.slice(9, 12))
      this.#length = Number(length[1])
      this.#received = 0
      chunk = bytes.subarray(end + 4)
    }
    this.#received += chunk.length
    if (this.keeps) this.#chunks.push(chunk)
    if (this.#received >= this.#length) this.#end(null)
  }

  #end(error) {
    const [done, body] = [this.#pending, this.keeps ? Buffer.concat(this.#chunks).toString() : null]
    this.#pending = null
    this.#length = 0
    this.#chunks = []
    done?.(error, this.#status, body)
  }
}

/** The bytes of a request. */
export const requestBytes = ({ body, headers = {}, method, path, token }) => {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)
  const head = [`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1"]
  if (token !== undefined) head.push(`Authorization: Bearer ${token}`)
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`)
  if (body !== undefined) head.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`)
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`)
}

/** Asks once over a connection of its own. */
export const ask = (port, request) =>
  new Promise((resolve, reject) => {
    const connection = new HttpConnection(port)
    const done = (error, status, body) => {
      connection.close()
      if (error) reject(error)
      else resolve({ status, body, head: connection.head })
    }
    connection.send(requestBytes(request), done, true)
  })
