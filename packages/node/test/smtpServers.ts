import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { Effect } from "effect"
import { type ParsedMail, simpleParser } from "mailparser"
import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from "smtp-server"

/** A mail as a server got it. */
export interface Arrived {
  readonly envelope: SMTPServerEnvelope
  readonly mail: ParsedMail
  readonly raw: string
}

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** A mail server on a free port of this machine, up while the scope is; without STARTTLS and sign-in unless asked. */
export const mailServer = (options: SMTPServerOptions = {}) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly arrived: Array<Arrived>; readonly server: SMTPServer }>((resume) => {
      const arrived: Array<Arrived> = []
      const server = new SMTPServer({
        disabledCommands: ["STARTTLS", "AUTH"],
        authOptional: true,
        onData: (stream, session, done) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk: Buffer) => chunks.push(chunk))
          stream.on("end", () => {
            const raw = Buffer.concat(chunks)
            simpleParser(raw, (error, mail) => {
              if (!error) arrived.push({ envelope: session.envelope, mail, raw: raw.toString() })
              done(error)
            })
          })
        },
        ...options
      })
      // A client that hangs up in the middle of TLS is no failure of the test.
      server.on("error", () => undefined)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ port: portOf(server.server), arrived, server })))
    }),
    ({ server }) => Effect.async<void>((resume) => server.close(() => resume(Effect.void)))
  )

/** An error with which a mail server refuses. */
export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** A server that answers each line of a client as told; null hangs up. Gives its port and the lines it got. */
export const scriptedServer = (greeting: string, answer: (line: string) => string | null) =>
  Effect.acquireRelease(
    Effect.async<{ readonly port: number; readonly lines: Array<string>; readonly close: () => void }>((resume) => {
      const lines: Array<string> = []
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => undefined)
        socket.write(greeting)
        let rest = ""
        socket.on("data", (chunk) => {
          const parts = (rest + chunk.toString()).split("\r\n")
          rest = parts.pop() ?? ""
          for (const line of parts) {
            lines.push(line)
            const reply = answer(line)
            if (reply === null) return socket.destroy()
            if (reply !== "") socket.write(reply + "\r\n")
          }
        })
      })
      const close = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed({ port: portOf(server), lines, close })))
    }),
    ({ close }) => Effect.sync(close)
  )
