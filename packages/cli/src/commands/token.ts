import { Access, Account, Values } from "@boardwright/core"
import { Effect } from "effect"
import { findReadableWorkspace } from "../boards/findByName.js"
import { everyPage } from "../everyPage.js"
import { Conflict } from "../terminal/failures.js"
import { type Columns, type Form, printJson, printRows } from "../terminal/output.js"
import { note, print } from "../terminal/print.js"
import { shownOnce } from "../terminal/shownOnce.js"
import { refusedAs, withApp } from "../terminal/withApp.js"

type Scopes = Account.CreateApiToken["scopes"]

interface MintFlags extends Form {
  readonly as: string
  readonly name: string | undefined
  readonly scopes: Scopes | undefined
  readonly workspace: ReadonlyArray<string> | undefined
  readonly board: ReadonlyArray<string> | undefined
  /** In milliseconds. */
  readonly expires: number | undefined
}

const ALL: Scopes = ["read", "write", "manage"]
const WEEK = 7 * 86_400_000

const OPTIONS = { name: "--name", workspaceIds: "--workspace", boardIds: "--board" }

const mint = Effect.fnUntraced(function* ({ as, board, expires = WEEK, name, scopes = ALL, workspace }: MintFlags) {
  const { id } = yield* Account.findAccount(as)
  const workspaces = Effect.forEach(workspace ?? [], findReadableWorkspace).pipe(
    Effect.provideService(Access.CurrentActor, Access.Actor.User({ userId: id }))
  )
  const workspaceIds = workspace === undefined ? undefined : (yield* workspaces).map(({ id }) => id)
  const at = Values.Timestamp.toMillis(yield* Values.Timestamp.now)
  const expiresAt = expires === Infinity ? undefined : Values.Timestamp.fromMillis(at + expires)
  const input = { name: name ?? "boardwright token mint", scopes, workspaceIds, boardIds: board, expiresAt }
  return yield* Account.createApiTokenFor(id, input)
})

/** `boardwright token mint`. */
export const mintToken = Effect.fnUntraced(function* (flags: MintFlags) {
  const { as } = flags
  const { apiToken, token } = yield* mint(flags).pipe(
    withApp,
    refusedAs(OPTIONS),
    Effect.catchTag("AccountDisabled", () => new Conflict({ message: `${as} is disabled, so a token would be void` }))
  )
  yield* shownOnce(flags.json === true ? printJson({ token, apiToken }) : print(`${token}\n`), {
    undo: withApp(Account.revokeApiToken(apiToken.id)),
    undone: "the token could not be written, so it is revoked",
    remains: `the token could not be written, and still exists: \`boardwright token revoke ${apiToken.id}\` ends it`
  })
  const end = apiToken.expiresAt === null ? "until it is revoked" : `until ${apiToken.expiresAt}`
  yield* note(`a token of ${as} to ${apiToken.scopes.join(", ")}, valid ${end}; its id is ${apiToken.id}`)
})

const places = ({ boardIds, workspaceIds }: Account.AnyApiToken): string =>
  workspaceIds === null || boardIds === null ? "everywhere" : [...workspaceIds, ...boardIds].join(",")

const columns: Columns<Account.AnyApiToken> = {
  name: ({ name }) => name,
  user: ({ email }) => email,
  scopes: ({ scopes }) => scopes.join(","),
  places,
  token: ({ prefix }) => `${prefix}...`,
  used: ({ lastUsedAt }) => lastUsedAt,
  expires: ({ expiresAt }) => expiresAt,
  id: ({ id }) => id
}

/** `boardwright token list`. */
export const listTokens = (flags: Form & { readonly as: string | undefined }) =>
  everyPage((page) => Account.listAllApiTokens({ ...page, user: flags.as })).pipe(
    refusedAs({ user: "--as" }),
    withApp,
    Effect.flatMap((tokens) => printRows(tokens, columns, flags))
  )

/** `boardwright token revoke`. */
export const revokeToken = Effect.fnUntraced(function* ({ json }: Form, id: string) {
  yield* withApp(Account.revokeApiToken(id))
  if (json === true) yield* printJson({ id })
  yield* note("the token is revoked, and webhooks that were made with it are paused")
})
