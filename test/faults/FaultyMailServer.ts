import type { AddressInfo, Socket } from "node:net"
import { type ParsedMail, simpleParser } from "mailparser"
import { SMTPServer, type SMTPServerSession } from "smtp-server"

/** How a mail server behaves: correctly, or with a fault. */
export type Behaviour = "well" | "down" | "slow" | "silent" | "4xx" | "5xx" | "closes after DATA"

const SLOW_MILLIS = 1_500

const refusal = (responseCode: number) => Object.assign(new Error("not now"), { responseCode })

/** A mail server whose behaviour can be changed. */
export class FaultyMailServer {
  /** Accepted emails: the 250 was about to be sent. */
  readonly accepted: Array<ParsedMail> = []
  /** How many emails and connections the fault has affected. */
  faults = 0
  /** Runs between the arrival of an email and the response. */
  beforeAnswer: () => Promise<void> = async () => undefined
  behaviour: Behaviour = "well"
  #server: SMTPServer | null = null
  #sockets = new Set<Socket>()
  #port = 0

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  async behave(behaviour: Behaviour): Promise<void> {
    this.behaviour = behaviour
    if (behaviour === "down") await this.close()
    else if (this.#server === null) await this.#open()
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    for (const socket of this.#sockets) socket.destroy()
    if (server !== null) await new Promise<void>((resolve) => server.close(resolve))
  }

  /** How many emails were accepted for an address. */
  countTo(email: string): number {
    return this.accepted.filter(({ to }) => [to].flat().some((each) => each?.text === email)).length
  }

  async #open(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS", "AUTH"],
      authOptional: true,
      closeTimeout: 100,
      onConnect: (_session, done) => this.#pace(() => done()),
      onMailFrom: (_address, _session, done) => this.#pace(() => done()),
      onRcptTo: (_address, _session, done) => this.#pace(() => done(this.#refused())),
      onData: (stream, session, done) => {
        simpleParser(stream, (error, mail) => void this.#take(session, error ?? null, mail, done))
      }
    })
    server.server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on("close", () => this.#sockets.delete(socket))
    })
    // A client that disconnects must not fail the test.
    server.on("error", () => undefined)
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve))
    this.#port = (server.server.address() as AddressInfo).port
    this.#server = server
  }

  #pace(then: () => void): void {
    if (this.behaviour === "slow") setTimeout(then, SLOW_MILLIS)
    else then()
  }

  #refused(): Error | null {
    if (this.behaviour !== "4xx" && this.behaviour !== "5xx") return null
    this.faults += 1
    return refusal(this.behaviour === "4xx" ? 451 : 550)
  }

  async #take(
    { remotePort }: SMTPServerSession,
    error: Error | null,
    mail: ParsedMail,
    done: (error?: Error | null) => void
  ): Promise<void> {
    if (error !== null) return done(error)
    if (this.behaviour === "silent") {
      this.faults += 1
      return
    }
    if (this.behaviour === "closes after DATA") {
      this.faults += 1
      for (const socket of this.#sockets) if (socket.remotePort === remotePort) socket.destroy()
      return
    }
    if (this.behaviour === "slow") this.faults += 1
    this.accepted.push(mail)
    await this.beforeAnswer()
    this.#pace(() => done())
  }
}
