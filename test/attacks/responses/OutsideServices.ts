import { createServer, type Server } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { SMTPServer } from "smtp-server"

/** A mail server that asks for a password and a CAPTCHA service: both repeat what they received once they fail. */
export class OutsideServices {
  readonly mails: Array<string> = []
  #fails = false
  /** How often they failed. */
  failures = 0
  readonly #mail: SMTPServer
  readonly #captcha: Server
  readonly #sockets = new Set<Socket>()

  constructor(password: string) {
    this.#mail = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      closeTimeout: 100,
      authMethods: ["PLAIN"],
      onAuth: ({ password: given }, _session, done) => {
        if (!this.#fails && given === password) return done(null, { user: "mailer" })
        this.failures += 1
        return done(new Error(`no: ${given} (${Buffer.from(password).toString("base64")})`))
      },
      onData: (stream, _session, done) => {
        let text = ""
        stream.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")))
        stream.on("end", () => {
          // Quoted-printable, as far as a link is concerned.
          this.mails.push(text.replaceAll("=\r\n", "").replaceAll("=3D", "="))
          done()
        })
      }
    })
    // A client that hangs up is no failure of the test.
    this.#mail.on("error", () => undefined)
    this.#mail.server.on("connection", (socket: Socket) => this.#sockets.add(socket))
    let answers = 0
    this.#captcha = createServer((request, response) => {
      let text = ""
      request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
      request.on("end", () => {
        if (!this.#fails) return response.end(`{"success":true}`)
        this.failures += 1
        answers += 1
        const secret = new URLSearchParams(text).get("secret") ?? ""
        const oddities = [
          secret,
          text,
          JSON.stringify({ success: secret }),
          JSON.stringify({ "error-codes": [secret] })
        ]
        return response.end(oddities[answers % oddities.length])
      })
    })
  }

  set fails(fails: boolean) {
    this.#fails = fails
    // Whoever has said the password is asked again.
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#mail.listen(0, "127.0.0.1", resolve))
    await new Promise<void>((resolve) => this.#captcha.listen(0, "127.0.0.1", resolve))
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#mail.close(resolve))
    this.#captcha.closeAllConnections()
    this.#captcha.close()
  }

  get mailPort(): number {
    return (this.#mail.server.address() as AddressInfo).port
  }

  get captchaUrl(): string {
    return `http://127.0.0.1:${(this.#captcha.address() as AddressInfo).port}/siteverify`
  }
}
