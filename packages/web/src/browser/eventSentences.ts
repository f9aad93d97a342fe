import type { AnswerOf } from "./request.js"

/** An event of the security log. */
export type SecurityEvent = AnswerOf<"accounts", "events">["events"][number]

/** What a sentence needs to know besides its event. */
export interface Reader {
  readonly id: string
  /** The names of workspaces and boards, by id. */
  readonly names: ReadonlyMap<string, string>
}

type Sentence = (event: SecurityEvent, reader: Reader) => string

const roleSentence: Sentence = ({ detail: { from, of, to }, subjectId }, { names }) => {
  const kind = of === "workspace" ? "workspace" : "board"
  const name = names.get(subjectId ?? "")
  const place = name === undefined ? `a ${kind}` : `the ${kind} ${name}`
  const preposition = kind === "workspace" ? "in" : "on"
  if (!to) return `Your role ${preposition} ${place} ended.`
  return from
    ? `Your role ${preposition} ${place} changed from ${from} to ${to}.`
    : `You joined ${place} with the role ${to}.`
}

const ownerSentence: Sentence = ({ detail: { to }, subjectId }, { id, names }) => {
  const name = names.get(subjectId ?? "")
  const place = name === undefined ? "a workspace" : `the workspace ${name}`
  return to === id ? `You became the owner of ${place}.` : `You handed ${place} over to another owner.`
}

const changeOf = (what: string, { detail: { from, to } }: SecurityEvent): string =>
  from && to ? `${what} changed from ${from} to ${to}.` : `${what} changed.`

const SENTENCES: Readonly<Record<string, Sentence>> = {
  "account.created": ({ detail: { by } }) => `Your account was created${by ? ` by ${by}` : ""}.`,
  "account.verified": ({ detail: { by } }) => `Your email address was verified${by ? ` by ${by}` : ""}.`,
  "account.disabled": () => "Your account was disabled by the operator of this server.",
  "account.enabled": () => "Your account was enabled by the operator of this server.",
  "account.deleted": () => "Your account was deleted.",
  "signIn.succeeded": ({ detail: { by } }) => `You signed in${by ? ` by ${by}` : ""}.`,
  "signIn.failed": ({ detail: { reason } }) =>
    reason === "unverified"
      ? "Someone entered the right password before the email address was verified."
      : "Someone tried to sign in and was refused.",
  "signIn.linked": ({ detail: { issuer } }) =>
    `Single sign-on${issuer ? ` at ${issuer}` : ""} was linked to your account.`,
  "session.ended": () => "A session was signed out.",
  "session.allEnded": () => "All sessions were signed out.",
  "password.changed": () => "Your password was changed.",
  "password.reset": () => "Your password was reset by a link in an email.",
  "password.resetRequested": () => "Someone asked for a link to reset your password.",
  "email.changeRequested": ({ detail: { to } }) =>
    `A change of your email address${to ? ` to ${to}` : ""} was requested.`,
  "email.changed": (event) => changeOf("Your email address", event),
  "email.restored": ({ detail: { to } }) =>
    `A change of your email address was undone${to ? `: it is ${to} again` : ""}.`,
  "token.created": ({ detail: { name, scopes } }) =>
    name ? `The API token ${name} was created${scopes ? ` (${scopes})` : ""}.` : "An access token was created.",
  "token.revoked": () => "An API token was revoked.",
  "calendarLink.created": () => "A calendar link was created.",
  "calendarLink.revoked": () => "A calendar link was revoked.",
  "role.changed": roleSentence,
  "owner.changed": ownerSentence
}

/** What happened, as a sentence; its type where that is not known here. */
export const eventSentence: Sentence = (event, reader) =>
  Object.hasOwn(SENTENCES, event.type) ? (SENTENCES[event.type]?.(event, reader) ?? event.type) : event.type
