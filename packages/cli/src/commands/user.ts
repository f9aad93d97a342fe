import { Account } from "@boardwright/core"
import { Args, Command, Options } from "@effect/cli"
import { Effect, Option, Redacted } from "effect"
import { everyPage } from "../everyPage.js"
import { type Columns, json, printJson, printRecord, printRows } from "../terminal/output.js"
import { passwordOptions, readPassword } from "../terminal/password.js"
import { note, print } from "../terminal/print.js"
import { refusedAs } from "../terminal/refusedAs.js"
import { withApp } from "../terminal/withApp.js"

type Details = Account.AccountDetails

const who = Args.text({ name: "EMAIL|ID" }).pipe(Args.withDescription("The user's address or id"))

const stateOf = ({ disabledAt, verifiedAt }: Details): string =>
  disabledAt !== null ? "disabled" : verifiedAt === null ? "unverified" : "active"

const columns: Columns<Details> = {
  email: ({ email }) => email,
  name: ({ name }) => name,
  state: stateOf,
  created: ({ createdAt }) => createdAt,
  id: ({ id }) => id
}

const fields: Columns<Details> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ name }) => name,
  state: stateOf,
  created: ({ createdAt }) => createdAt,
  verified: ({ verifiedAt }) => verifiedAt,
  disabled: ({ disabledAt }) => disabledAt,
  company: ({ onboardingData }) => onboardingData.companyName
}

const search = Options.text("search").pipe(
  Options.withPseudoName("TEXT"),
  Options.optional,
  Options.withDescription("Only those whose name or address holds this text")
)

const list = Command.make("list", { search, json }, ({ json, search }) =>
  everyPage((page) => Account.listAccounts({ ...page, search: Option.getOrNull(search) })).pipe(
    refusedAs({ search: "--search" }),
    withApp,
    Effect.flatMap((accounts) => printRows(accounts, columns, { json }))
  )
).pipe(Command.withDescription("List users, oldest first"))

const show = Command.make("show", { who, json }, ({ json, who }) =>
  Effect.flatMap(withApp(Account.findAccount(who)), (account) => printRecord(account, fields, { json }))
).pipe(Command.withDescription("Show a user"))

const required = (name: string, value: string, description: string) =>
  Options.text(name).pipe(Options.withPseudoName(value), Options.withDescription(description))

const createOptions = {
  email: required("email", "EMAIL", "The address to sign in with"),
  name: required("name", "NAME", "The name that others see"),
  verified: Options.boolean("verified").pipe(
    Options.withDescription("Take the address for verified; else the server mails a link to it")
  ),
  ...passwordOptions,
  json
}

const create = Command.make("create", createOptions, ({ email, json, name, verified, ...given }) =>
  Effect.gen(function* () {
    const password = Redacted.value(yield* readPassword(given, `Password of ${email}:`))
    const account = yield* withApp(Account.createAccount({ email, name, password, verified })).pipe(
      refusedAs({ email: "--email", name: "--name" })
    )
    yield* json ? printJson(account) : print(`${account.id}\n`)
    yield* note(
      verified
        ? `${account.email} can sign in`
        : `${account.email} can sign in when the link is opened that the server mails, or after \`boardwright user verify\``
    )
  })
).pipe(Command.withDescription("Make a user; the password is asked for, or read from standard input or a file"))

const change = <E, R>(
  name: string,
  description: string,
  run: (who: string) => Effect.Effect<Details, E, R>,
  told: (account: Details) => string
) =>
  Command.make(name, { who, json }, ({ json, who }) =>
    Effect.gen(function* () {
      const account = yield* withApp(run(who))
      if (json) yield* printJson(account)
      yield* note(told(account))
    })
  ).pipe(Command.withDescription(description))

const verify = change(
  "verify",
  "Take a user's address for verified",
  Account.verifyAccount,
  ({ email }) => `the address ${email} is verified`
)

const disable = change(
  "disable",
  "Shut a user out: sessions end, and signing in fails as with a wrong password",
  Account.disableAccount,
  ({ email }) => `${email} is disabled, and every session and token has ended`
)

const enable = change(
  "enable",
  "Let a user in again, who was disabled",
  Account.enableAccount,
  ({ email, verifiedAt }) =>
    verifiedAt === null ? `${email} is enabled; the address is not verified yet` : `${email} can sign in again`
)

const setPassword = Command.make("set-password", { who, ...passwordOptions, json }, ({ json, who, ...given }) =>
  Effect.gen(function* () {
    const work = Effect.gen(function* () {
      // Nobody shall think of a password for a user who is not there.
      const { email, id } = yield* Account.findAccount(who)
      const password = Redacted.value(yield* readPassword(given, `New password of ${email}:`))
      return yield* Account.setPassword(id, { password })
    })
    const account = yield* withApp(work)
    if (json) yield* printJson(account)
    yield* note(`${account.email} has a new password, and every session and token has ended`)
    if (account.disabledAt !== null)
      yield* note(`${account.email} is disabled; \`boardwright user enable\` changes that`)
  })
).pipe(Command.withDescription("Give a user a new password, and end every session"))

/** `boardwright user list|show|create|verify|set-password|disable|enable`. */
export const user = Command.make("user").pipe(
  Command.withDescription("Manage the people who may sign in"),
  Command.withSubcommands([list, show, create, verify, setPassword, disable, enable])
)
