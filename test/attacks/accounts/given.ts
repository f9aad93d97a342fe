import { Access } from "@boardwright/core"
import { Effect } from "effect"
import { as, mailsTo } from "../../http/given.js"
import type { TestServer, TestServices } from "../../support/server.js"
import type { Person } from "../../support/standalone.js"

let made = 0

/** Someone who has signed up and is not verified. */
export const givenUnverified = async (server: TestServer, fields: Partial<Person> = {}): Promise<Person> => {
  const person = { email: `someone${made++}@example.com`, password: "password of someone", ...fields }
  await as(server, null).post("/api/auth/signup", { name: "Someone", ...person })
  await server.deliver()
  return person
}

/** The tokens of all mails to an address that lead to a path, oldest first, once what is due is delivered. */
const tokensTo = async (server: TestServer, email: string, path: string): Promise<ReadonlyArray<string>> =>
  (await mailsTo(server, email)).flatMap(
    ({ text }) => new RegExp(`/${path}\\?token=([0-9a-f]{64})\\b`).exec(text)?.[1] ?? []
  )

/** The token of one more mail to set a new password. */
export const resetToken = async (server: TestServer, email: string): Promise<string> => {
  await as(server, null).post("/api/auth/forgot-password", { email })
  return (await tokensTo(server, email, "reset-password")).at(-1) ?? "no mail"
}

/** The token of the newest mail to verify an address. */
export const verificationToken = async (server: TestServer, email: string): Promise<string> =>
  (await tokensTo(server, email, "verify-email")).at(-1) ?? "no mail"

/** Uses a token, or what is offered as one, to set a password. */
export const reset = (server: TestServer, token: unknown, password: unknown = "another password") =>
  as(server, null).post("/api/auth/reset-password", { token, password })

/** Signs in with what is offered as an address and a password. */
export const signIn = (server: TestServer, email: unknown, password: unknown) =>
  as(server, null).post("/api/auth/signin", { email, password })

/** Opens a verification link with this query; whether it leads on as one that verifies. */
export const opens = async (server: TestServer, query: string): Promise<boolean> => {
  const { headers } = await server.call("GET", `/api/auth/verify-email${query}`)
  return headers.get("location")?.startsWith("/signin?verified=true") ?? false
}

/** What the operator does. */
export const operate = <A, E>(server: TestServer, work: Effect.Effect<A, E, TestServices | Access.CurrentActor>) =>
  server.run(Effect.provideService(work, Access.CurrentActor, Access.Actor.Operator()))

/** Of every account that the addresses below have. */
export const PASSWORD = "password of someone"
/** Who has an address, as it is asked about. */
export const KINDS = ["unknown", "unverified", "verified", "disabled"] as const
type Kind = (typeof KINDS)[number]
export type Addresses = Readonly<Record<Kind, string>>

export const addressesOf = (domain: string): Addresses => ({
  unknown: `unknown@${domain}`,
  unverified: `unverified@${domain}`,
  verified: `verified@${domain}`,
  disabled: `disabled@${domain}`
})

export type Bodies = Readonly<Record<string, { readonly email: string; readonly password?: string }>>

/** Sign-ins that must not tell who has an account; `passwords` gives the right one of an address. */
export const signIns = (addresses: Addresses, passwordOf: (kind: Kind) => string): Bodies => ({
  "unknown address": { email: addresses.unknown, password: passwordOf("unknown") },
  "wrong password": { email: addresses.verified, password: "a wrong password" },
  "disabled account": { email: addresses.disabled, password: passwordOf("disabled") },
  "unverified, wrong password": { email: addresses.unverified, password: "a wrong password" },
  "over-long password": { email: addresses.verified, password: passwordOf("verified") + "x".repeat(72) },
  "malformed address": { email: "no address at all", password: PASSWORD }
})
export const mailRequests = (addresses: Addresses): Bodies =>
  Object.fromEntries(KINDS.map((kind) => [kind, { email: addresses[kind] }]))
