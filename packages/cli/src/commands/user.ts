import { Account, AccountDeletion } from "@boardwright/core"
import { Effect, Redacted } from "effect"
import { everyPage } from "../everyPage.js"
import { type Columns, type Form, printJson, printRecord, printRows } from "../terminal/output.js"
import { type PasswordSource, readPassword } from "../terminal/password.js"
import { note, print } from "../terminal/print.js"
import { confirmOrCancel } from "../terminal/prompt.js"
import { refusedAs, withApp, withNewApp } from "../terminal/withApp.js"

type Details = Account.AccountDetails

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

/** `boardwright user list`. */
export const listUsers = (flags: Form & { readonly search: string | undefined }) =>
  everyPage((page) => Account.listAccounts({ ...page, search: flags.search })).pipe(
    refusedAs({ search: "--search" }),
    withApp,
    Effect.flatMap((accounts) => printRows(accounts, columns, flags))
  )

/** `boardwright user show`. */
export const showUser = (form: Form, who: string) =>
  Effect.flatMap(withApp(Account.findAccount(who)), (account) => printRecord(account, fields, form))

/** `boardwright user create`. */
export const createUser = Effect.fnUntraced(function* (
  flags: Form &
    PasswordSource & { readonly email: string; readonly name: string; readonly verified: boolean | undefined }
) {
  const { email, name, verified = false } = flags
  const password = Redacted.value(yield* readPassword(flags, `Password of ${email}:`))
  const account = yield* withNewApp(Account.createAccount({ email, name, password, verified })).pipe(
    refusedAs({ email: "--email", name: "--name" })
  )
  yield* flags.json === true ? printJson(account) : print(`${account.id}\n`)
  yield* note(
    verified
      ? `${account.email} can sign in`
      : `${account.email} can sign in after opening the link that the server emails, or after \`boardwright user verify\``
  )
})

const change =
  <E, R>(run: (who: string) => Effect.Effect<Details, E, R>, outcome: (account: Details) => string) =>
  (form: Form, who: string) =>
    Effect.gen(function* () {
      const account = yield* withApp(run(who))
      if (form.json === true) yield* printJson(account)
      yield* note(outcome(account))
    })

/** `boardwright user verify`. */
export const verifyUser = change(Account.verifyAccount, ({ email }) => `the address ${email} is verified`)

/** `boardwright user disable`. */
export const disableUser = change(
  Account.disableAccount,
  ({ email }) => `${email} is disabled: every session has ended, and API tokens are refused`
)

/** `boardwright user enable`. */
export const enableUser = change(Account.enableAccount, ({ email, verifiedAt }) =>
  verifiedAt === null ? `${email} is enabled; the address is not verified yet` : `${email} can sign in again`
)

const deleteAccount = change(AccountDeletion.deleteAccount, ({ email }) => `${email} is deleted`)

/** `boardwright user delete`. On a terminal it asks first. */
export const deleteUser = Effect.fnUntraced(function* (
  { json, yes = false }: Form & { readonly yes: boolean | undefined },
  who: string
) {
  const { email } = yield* withApp(Account.findAccount(who))
  yield* confirmOrCancel(yes, `Delete ${email} for good, with the workspaces that nobody else is in?`)
  yield* deleteAccount({ json }, who)
})

/** `boardwright user set-password`. */
export const setUserPassword = Effect.fnUntraced(function* (flags: Form & PasswordSource, who: string) {
  const work = Effect.gen(function* () {
    // The user is looked up first: no password is asked for if there is none.
    const { email, id } = yield* Account.findAccount(who)
    const password = Redacted.value(yield* readPassword(flags, `New password of ${email}:`))
    return yield* Account.setPassword(id, { password })
  })
  const account = yield* withApp(work)
  if (flags.json === true) yield* printJson(account)
  yield* note(`${account.email} has a new password, and every session has ended; API tokens stay valid`)
  if (account.disabledAt !== null) yield* note(`${account.email} is disabled; \`boardwright user enable\` changes that`)
})

/** `boardwright user sessions`. */
export const listUserSessions = (form: Form, who: string) =>
  Effect.flatMap(withApp(everyPage((page) => Account.listSessionsOf(who, page))), (sessions) =>
    printRows(
      sessions,
      {
        created: ({ createdAt }) => createdAt,
        "last used": ({ seenAt }) => seenAt,
        expires: ({ expiresAt }) => expiresAt,
        "user agent": ({ userAgent }) => userAgent,
        id: ({ id }) => id
      },
      form
    )
  )

/** `boardwright user signout`. */
export const signOutUser = Effect.fnUntraced(function* (
  { json, tokens = false }: Form & { readonly tokens: boolean | undefined },
  who: string
) {
  const account = yield* withApp(Account.signOutUser(who, { tokens }))
  if (json === true) yield* printJson(account)
  yield* note(`${account.email} is signed out everywhere${tokens ? ", and every API token has ended" : ""}`)
})

/** `boardwright user log`. */
export const showUserLog = (
  flags: Form & {
    readonly user: string | undefined
    readonly type: string | undefined
    readonly since: string | undefined
    readonly limit: number | undefined
  }
) => {
  const { limit = 100, since, type, user } = flags
  // Any text: the use case refuses an unknown type with the list of them.
  const input = { user, since, limit, type: type as Account.SecurityEventType | undefined }
  return Account.listSecurityEvents(input).pipe(
    refusedAs({ user: "--user", type: "--type", since: "--since" }),
    withApp,
    Effect.flatMap(({ items }) =>
      printRows(
        items,
        {
          at: ({ at }) => at,
          type: ({ type }) => type,
          user: ({ email, userId }) => email ?? userId,
          by: ({ actorId, actorName, userId }) => (actorId === userId ? "" : (actorName ?? actorId)),
          client: ({ client }) => client,
          detail: ({ detail }) =>
            Object.entries(detail)
              .map(([fact, value]) => `${fact}=${value ?? ""}`)
              .join(" "),
          "user agent": ({ userAgent }) => userAgent
        },
        flags
      )
    )
  )
}
