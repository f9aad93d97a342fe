import type { AddressInfo } from "node:net"
import { domainToASCII } from "node:url"
import { type ParsedMail, simpleParser } from "mailparser"
import { SMTPServer } from "smtp-server"
import { vi } from "vitest"

/** A mail as it came over the wire. */
export interface TrappedMail {
  /** To whom the envelope says it goes. */
  readonly recipients: ReadonlyArray<string>
  readonly raw: string
  readonly mail: ParsedMail
}

/** The address as it was sent: the server that is used here reads the Punycode of domains. */
const asSent = (address: string): string => {
  const [local = "", domain = ""] = address.split("@")
  return /[^ -~]/.test(domain) ? `${local}@${domainToASCII(domain)}` : address
}

/** A mail server on this machine that takes every mail, and keeps envelope and text as they were. */
export class MailTrap {
  readonly mails: Array<TrappedMail> = []
  readonly #server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    authOptional: true,
    closeTimeout: 100,
    onData: (stream, { envelope }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const raw = Buffer.concat(chunks)
        simpleParser(raw, (error, mail) => {
          const recipients = envelope.rcptTo.map(({ address }) => asSent(address))
          if (!error) this.mails.push({ recipients, raw: raw.toString("utf8"), mail })
          done(error)
        })
      })
    }
  })

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  async open(): Promise<void> {
    // A client that hangs up is no failure of the test.
    this.#server.on("error", () => undefined)
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }

  /** Those whose envelope names an address, oldest first. */
  to(email: string): ReadonlyArray<TrappedMail> {
    return this.mails.filter(({ recipients }) => recipients.includes(email))
  }

  /** Waits until there are so many mails in all, whoever they went to. */
  async total(count: number): Promise<ReadonlyArray<TrappedMail>> {
    return vi.waitFor(
      () => {
        if (this.mails.length < count) throw new Error(`${this.mails.length} of ${count} mails`)
        return this.mails
      },
      { timeout: 20_000 }
    )
  }
}
