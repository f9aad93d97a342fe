import { Account, type Ports } from "@boardwright/core"

/** A mail that was sent, with its link. */
export interface ReceivedMail extends Ports.Mail {
  /** The link that the reader opens. Empty if there is none. */
  readonly link: string
  /** The token in the link, or the id of an invitation, as the use cases accept it. Empty if there is none. */
  readonly token: string
}

/** The mails that were sent, oldest first. */
export interface Mailbox {
  readonly all: () => ReadonlyArray<ReceivedMail>
  /** The mails to an address in any case. */
  readonly to: (address: string) => ReadonlyArray<ReceivedMail>
  /** The latest mail to an address. Throws if there is none. */
  readonly latest: (address: string) => ReceivedMail
  /**
   * Makes the next `count` attempts to send fail as if the mail server were out of reach; 0 ends that. Throws if it is negative or
   * not a number.
   */
  readonly failNext: (count: number) => void
}

const LINK = /^https?:\/\/\S+$/m

const tokenOf = (link: string): string => {
  const { searchParams } = new URL(link)
  return searchParams.get("token") ?? searchParams.get("invitation") ?? ""
}

const received = (mail: Ports.Mail): ReceivedMail => {
  const [link = ""] = LINK.exec(mail.text) ?? []
  return { ...mail, link, token: link === "" ? "" : tokenOf(link) }
}

const missing = (address: string, mails: ReadonlyArray<ReceivedMail>): Error => {
  const others = mails.map(({ subject, to }) => `"${subject}" to ${to}`).join(", ") || "nothing"
  return new Error(`there is no mail to ${address} (was it delivered? await hub.deliverMail()); sent: ${others}`)
}

export const mailboxOf = (record: {
  readonly sent: () => ReadonlyArray<Ports.Mail>
  readonly failNext: (count: number) => void
}): Mailbox => {
  const all = () => record.sent().map(received)
  const to = (address: string) => {
    const wanted = Account.normalizeEmail(address)
    return all().filter((mail) => Account.normalizeEmail(mail.to) === wanted)
  }
  const latest = (address: string) => {
    const mail = to(address).at(-1)
    if (mail === undefined) throw missing(address, all())
    return mail
  }
  const failNext = (count: number) => {
    if (!(count >= 0)) throw new RangeError("failNext takes the number of attempts that fail, from 0")
    record.failNext(count)
  }
  return { all, to, latest, failNext }
}
