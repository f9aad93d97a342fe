import { connect, type Socket } from "node:net"
import { connect as connectTls, type TLSSocket } from "node:tls"
import { Ports } from "@boardwright/core"
import { Effect } from "effect"
import type { SmtpUrl } from "./SmtpUrl.js"

export interface MailCertificate {
  /** Why it is not trusted, such as `DEPTH_ZERO_SELF_SIGNED_CERT`; null if it is. */
  readonly problem: string | null
  readonly validTo: Date
}

/** More than any mail server replies to one command. */
const LONGEST_REPLY = 64 * 1024

/** Resolves with the reply to a command, of one or several lines; to the greeting without one. */
const replyTo = (socket: Socket, command?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ""
    const onData = (chunk: Buffer) => {
      text += chunk.toString("latin1")
      if (text.length > LONGEST_REPLY) return socket.destroy()
      if (!/^\d{3}(?: .*)?\r\n$/m.test(text)) return
      socket.off("data", onData).off("close", onClose)
      resolve(text)
    }
    const onClose = () => reject(new Error("the mail server closed the connection"))
    socket.on("data", onData).once("close", onClose)
    if (command !== undefined) socket.write(`${command}\r\n`)
  })

const started = (socket: TLSSocket): Promise<TLSSocket> =>
  new Promise((resolve, reject) => socket.once("secureConnect", () => resolve(socket)).once("error", reject))

const encrypted = async (url: SmtpUrl, opened: (socket: Socket) => void): Promise<TLSSocket | null> => {
  const trust = { servername: url.host, rejectUnauthorized: false }
  if (url.secure) {
    const socket = connectTls({ host: url.host, port: url.port ?? 465, ...trust })
    opened(socket)
    return started(socket)
  }
  const socket = connect({ host: url.host, port: url.port ?? 587 })
  opened(socket)
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject))
  socket.on("error", () => socket.destroy())
  await replyTo(socket)
  const offered = await replyTo(socket, `EHLO ${url.name ?? "localhost"}`)
  if (!/^250[ -]STARTTLS/im.test(offered)) return null
  await replyTo(socket, "STARTTLS")
  return started(connectTls({ socket, ...trust }))
}

/**
 * Reads the certificate of a mail server, trusted or not; null if it offers no TLS. Fails if it cannot be reached. Has no
 * timeout of its own.
 */
export const read = (url: SmtpUrl): Effect.Effect<MailCertificate | null, Ports.MailUnavailable> =>
  Effect.suspend(() => {
    const sockets: Array<Socket> = []
    return Effect.tryPromise({
      try: async () => {
        const socket = await encrypted(url, (opened) => void sockets.push(opened))
        if (socket === null) return null
        const problem = socket.authorizationError
        const validTo = new Date(socket.getPeerCertificate().valid_to)
        return { problem: socket.authorized ? null : String(problem), validTo }
      },
      catch: (cause) => new Ports.MailUnavailable({ cause })
    }).pipe(Effect.ensuring(Effect.sync(() => sockets.forEach((socket) => socket.destroy()))))
  })
