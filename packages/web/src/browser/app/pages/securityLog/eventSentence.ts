import type { AnswerOf } from "../../../request.js"
import type { PageTexts } from "../../text/pages/en.js"
import { p } from "../../text/pageTexts.js"

/** An event of the security log. */
export type SecurityEvent = AnswerOf<"accounts", "events">["events"][number]

/** What a sentence needs to know besides its event. */
export interface Reader {
  readonly id: string
  /** The names of workspaces and boards, by id. */
  readonly names: ReadonlyMap<string, string>
}

type Sentence = (event: SecurityEvent, reader: Reader) => string

const KNOWN: Readonly<Record<string, keyof PageTexts>> = {
  admin: "event.role.admin",
  editor: "event.role.editor",
  invitation: "event.by.invitation",
  manage: "tokens.scope.manage",
  owner: "event.role.owner",
  read: "tokens.scope.read",
  "single sign-on": "event.by.signOn",
  viewer: "event.role.viewer",
  write: "tokens.scope.write"
}

/** A role, a way to sign in or a scope, in words. */
const wordOf = (fact: string): string => {
  const key = Object.hasOwn(KNOWN, fact) ? KNOWN[fact] : undefined
  return key === undefined ? fact : p(key)
}

const placeOf = (kind: "board" | "workspace", { subjectId }: SecurityEvent, { names }: Reader): string => {
  const name = names.get(subjectId ?? "")
  return name === undefined ? p(`event.${kind}`) : p(`event.${kind}.named`, { name })
}

const roleSentence: Sentence = (event, reader) => {
  const { from, of, to } = event.detail
  const kind = of === "workspace" ? "workspace" : "board"
  const place = placeOf(kind, event, reader)
  if (!to) return p(`event.role.${kind}.ended`, { place })
  return from
    ? p(`event.role.${kind}.changed`, { place, from: wordOf(from), to: wordOf(to) })
    : p("event.role.joined", { place, to: wordOf(to) })
}

const createdToken: Sentence = ({ detail: { name, scopes } }) => {
  if (!name) return p("event.token.created")
  if (!scopes) return p("event.token.created.named", { name })
  return p("event.token.created.scopes", { name, scopes: scopes.split(", ").map(wordOf).join(", ") })
}

const done =
  (type: "account.created" | "account.verified" | "signIn.succeeded"): Sentence =>
  ({ detail: { by } }) =>
    by ? p(`event.${type}.by`, { by: wordOf(by) }) : p(`event.${type}`)

const withAddress =
  (type: "email.changeRequested" | "email.restored"): Sentence =>
  ({ detail: { to } }) =>
    to ? p(`event.${type}.to`, { to }) : p(`event.${type}`)

const SENTENCES: Readonly<Record<string, Sentence>> = {
  "account.created": done("account.created"),
  "account.verified": done("account.verified"),
  "account.disabled": () => p("event.account.disabled"),
  "account.enabled": () => p("event.account.enabled"),
  "account.deleted": () => p("event.account.deleted"),
  "signIn.succeeded": done("signIn.succeeded"),
  "signIn.failed": ({ detail: { reason } }) =>
    p(reason === "unverified" ? "event.signIn.unverified" : "event.signIn.failed"),
  "signIn.linked": ({ detail: { issuer } }) =>
    issuer ? p("event.signIn.linked.at", { issuer }) : p("event.signIn.linked"),
  "session.ended": () => p("event.session.ended"),
  "session.allEnded": () => p("event.session.allEnded"),
  "password.changed": () => p("event.password.changed"),
  "password.reset": () => p("event.password.reset"),
  "password.resetRequested": () => p("event.password.resetRequested"),
  "email.changeRequested": withAddress("email.changeRequested"),
  "email.changed": ({ detail: { from, to } }) =>
    from && to ? p("event.email.changed.fromTo", { from, to }) : p("event.email.changed"),
  "email.restored": withAddress("email.restored"),
  "token.created": createdToken,
  "token.revoked": () => p("event.token.revoked"),
  "calendarLink.created": () => p("event.calendarLink.created"),
  "calendarLink.revoked": () => p("event.calendarLink.revoked"),
  "role.changed": roleSentence,
  "owner.changed": (event, reader) =>
    p(event.detail["to"] === reader.id ? "event.owner.became" : "event.owner.gave", {
      place: placeOf("workspace", event, reader)
    })
}

/** What happened, as a sentence; its type where that is not known here. */
export const eventSentence: Sentence = (event, reader) =>
  Object.hasOwn(SENTENCES, event.type) ? (SENTENCES[event.type]?.(event, reader) ?? event.type) : event.type
