import type { AddressInfo } from "node:net"
import { type ParsedMail, simpleParser } from "mailparser"
import { SMTPServer } from "smtp-server"
import { vi } from "vitest"

/** A mail server on this machine that can go down, come up again, and refuse for a while. */
export class Inbox {
  readonly mails: Array<ParsedMail> = []
  /** How many mails were refused. */
  refused = 0
  #refusals = 0
  #server: SMTPServer | null = null
  #port = 0

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  /** Starts to listen, on the same port each time. */
  async up(): Promise<void> {
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS", "AUTH"],
      authOptional: true,
      closeTimeout: 100,
      onData: (stream, _session, done) => {
        if (this.#refusals > 0) {
          this.#refusals -= 1
          this.refused += 1
          stream.resume()
          stream.on("end", () => done(Object.assign(new Error("try again later"), { responseCode: 451 })))
          return
        }
        simpleParser(stream, (error, mail) => {
          if (!error) this.mails.push(mail)
          done(error)
        })
      }
    })
    // A client that hangs up is no failure of the test.
    server.on("error", () => undefined)
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve))
    this.#port = (server.server.address() as AddressInfo).port
    this.#server = server
  }

  /** Stops to listen, so that connections are refused. */
  async down(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server !== null) await new Promise<void>((resolve) => server.close(resolve))
  }

  /** Answers the next mails with 451. */
  refuseNext(count: number): void {
    this.#refusals = count
  }

  /** The mails to an address, oldest first. */
  to(email: string): ReadonlyArray<ParsedMail> {
    return this.mails.filter(({ to }) => [to].flat().some((each) => each?.text === email))
  }

  /** Waits until there are this many mails to an address, and gives the last. */
  async nextTo(email: string, count = 1, timeout = 15_000): Promise<ParsedMail> {
    return vi.waitFor(
      () => {
        const mails = this.to(email)
        const mail = mails.at(-1)
        if (mail === undefined || mails.length < count) throw new Error(`${mails.length} mails to ${email}`)
        return mail
      },
      { timeout }
    )
  }
}
