import type { Role } from "../../access/policy.js"
import { onSystem } from "../../account/deviceOf.js"
import type { MailParts } from "./MailParts.js"

const date = (at: string): string => at.slice(0, 10)
const time = (at: string): string => `${date(at)} at ${at.slice(11, 16)} UTC`
const place = ({ kind, name }: MailParts["place"]): string => (name === null ? `a ${kind}` : `the ${kind} ${name}`)
const onBoard = (name: string | null): string => `on ${name === null ? "a board" : `the board "${name}"`}`
const task = (name: string | null): string => (name === null ? "a task" : `"${name}"`)
const token = (name: string | null): string => (name === null ? "the API token" : `the API token "${name}"`)
const as = (role: Role): string => `${role === "viewer" ? "a" : "an"} ${role}`

/** When and how: "on 2027-03-01 at 12:00 UTC, with Firefox on Linux". */
const circumstances = ({ address, at, browser }: MailParts["circumstances"]): string =>
  `on ${time(at)}${browser === null ? "" : `, with ${browser}`}${address === null ? "" : `, from the address ${address}`}`

/** Every text of mails, in English. */
export const en = {
  language: "en",
  hello: (name: string | null) => (name === null ? "Hello," : `Hello ${name},`),
  openInstead: "Or open this address",
  unsubscribe: "Unsubscribe",
  linkIsValid: (hours: number) => `The link is valid for ${hours === 1 ? "1 hour" : `${hours} hours`} and works once.`,
  device: onSystem,
  ifItWasYou: "If it was you, there is nothing to do.",
  openAccount: "Open your account",
  choose: "Choose on your account page which mails you get.",
  verification: {
    subject: "Verify your email address",
    reason: "please confirm that this is your email address, so that you can sign in to Boardwright.",
    action: "Verify email address",
    otherwise: "If you did not sign up, ignore this mail; nothing will happen."
  },
  reset: {
    subject: "Reset your password",
    reason: "someone, hopefully you, asked to set a new password for your Boardwright account.",
    action: "Set a new password",
    otherwise: "If it was not you, ignore this mail; your password stays as it is."
  },
  emailChange: {
    subject: "Confirm your new email address",
    reason:
      "please confirm that this is to be the email address of your Boardwright account. You then sign in with it.",
    action: "Confirm the address",
    otherwise: "If you did not ask for it, ignore this mail; nothing will happen."
  },
  emailChanged: {
    subject: "Your email address was changed",
    reason: "the email address of your Boardwright account was changed. You now sign in with the new one.",
    action: "Undo the change",
    otherwise: "If it was not you, undo it and set a new password."
  },
  signedIn: {
    subject: "A sign-in from a new device",
    reason: (given: MailParts["circumstances"]) =>
      `someone, hopefully you, signed in to your Boardwright account ${circumstances(given)}. It was the first time from such a device.`,
    otherwise: "If it was not you, set a new password and sign out everywhere."
  },
  tokenCreated: {
    subject: "A new API token",
    reason: (name: string | null, scopes: string | null, given: MailParts["circumstances"]) =>
      `${token(name)} was created for your Boardwright account ${circumstances(given)}. Its scopes: ${scopes ?? "unknown"}.`,
    otherwise: "If it was not you, revoke the token, set a new password and sign out everywhere."
  },
  tokenExpiring: {
    subject: "An API token expires in a week",
    reason: (name: string | null, expiresAt: string) =>
      `${token(name)} of your Boardwright account expires on ${time(expiresAt)}. Programs that use it are refused from then on.`,
    replace: "If they are still needed, give them a new token before."
  },
  invitation: {
    subject: (inviter: string | null, to: MailParts["place"]) => `${inviter ?? "Someone"} invites you to ${place(to)}`,
    reason: (inviter: string | null, to: MailParts["place"], role: Role) =>
      `${inviter ?? "Someone"} invites you to work on ${place(to)} in Boardwright, as ${as(role)}.`,
    open: "Open the invitation",
    signUp: "Create your account",
    isValid: (until: string) => `The link is valid until ${time(until)}, for this address only.`,
    otherwise: "If you do not want to, ignore this mail; nothing will happen."
  },
  webhook: {
    subject: "A webhook was disabled",
    gone: (origin: string) => `${origin} no longer takes messages: it answered with the status 410`,
    failing: (origin: string, days: number) => `all deliveries to ${origin} have failed for ${days} days`,
    reason: (why: string, of: MailParts["place"]) =>
      `${why}. So Boardwright disabled the webhook of ${place(of)} that sends there.`,
    enable: "Once the receiver works, enable the webhook again. A replay delivers what it missed.",
    id: (id: string) => `Its id is ${id}.`
  },
  notification: {
    subject: (updates: number) => `${updates} updates for you`,
    reason: "this happened in Boardwright:",
    due: (name: string | null, board: string | null) => `Due tomorrow: ${task(name)}, ${onBoard(board)}`,
    mentioned: (actor: string | null, name: string | null, board: string | null) =>
      `${actor ?? "Someone"} mentioned you in a comment on ${task(name)}, ${onBoard(board)}`,
    assigned: (actor: string | null, name: string | null, board: string | null) =>
      `${actor ?? "Someone"} assigned you to ${task(name)}, ${onBoard(board)}`,
    assignedMany: (actor: string | null, tasks: number, board: string | null) =>
      `${actor ?? "Someone"} assigned you to ${tasks} ${tasks === 1 ? "task" : "tasks"}, ${onBoard(board)}`,
    more: (updates: number) => `And ${updates} more.`,
    openTask: "Open the task",
    openBoard: "Open the board",
    openBoards: "Open your boards"
  }
}

export type MailTexts = typeof en
