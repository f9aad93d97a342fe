import { Account, type Ports } from "@boardwright/core"

/** A mail that was sent, with what its reader would click on. */
export interface ReceivedMail extends Ports.Mail {
  /** The link to act on. */
  readonly link: string
  /** The token in that link, as the use cases take it. */
  readonly token: string
}

/** The mails that were sent, oldest first. */
export interface Mailbox {
  readonly all: () => ReadonlyArray<ReceivedMail>
  /** Those to an address, in whatever case it is written. */
  readonly to: (address: string) => ReadonlyArray<ReceivedMail>
  /** The last one to an address. Throws where there is none. */
  readonly latest: (address: string) => ReceivedMail
  /** Makes the next `count` attempts to send fail, as a mail server out of reach would; 0 ends that. */
  readonly failNext: (count: number) => void
}

const LINK = /^https?:\/\/\S+$/gm

const tokenOf = (link: string): string => new URL(link).searchParams.get("token") ?? ""

const received = (mail: Ports.Mail): ReceivedMail => {
  const link = (mail.text.match(LINK) ?? []).find((each) => tokenOf(each) !== "") ?? ""
  return { ...mail, link, token: link === "" ? "" : tokenOf(link) }
}

const missing = (address: string, mails: ReadonlyArray<ReceivedMail>): Error => {
  const others = mails.map(({ subject, to }) => `"${subject}" to ${to}`).join(", ") || "nothing"
  return new Error(`there is no mail to ${address} (was it delivered? await hub.deliverMail()); sent: ${others}`)
}

/** The mailbox over a record of what was sent. */
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
  return { all, to, latest, failNext: record.failNext }
}
