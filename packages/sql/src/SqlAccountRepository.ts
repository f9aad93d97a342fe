import { Account, Values } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { text } from "./codecs.js"
import { contains } from "./contains.js"
import { Database } from "./Database.js"
import { ACCOUNT } from "./entities.js"
import { findBy } from "./findBy.js"
import { isOneOf } from "./jsonLists.js"
import { listInPages } from "./pages.js"
import { byColumn, changing, columns, command, forUpdate, query, queryOne } from "./statement.js"

const USER = { id: ACCOUNT.id, name: ACCOUNT.name, email: ACCOUNT.email, avatar: ACCOUNT.avatar }

const make = Effect.map(Database, (db) => {
  // A conflict returns no row instead of an error, which would abort the transaction in PostgreSQL.
  const given = { ...ACCOUNT, normalizedEmail: text() }
  const insert = changing(db, "AccountRepository.insert", {
    given,
    text: (sql) => sql`insert into boardwright_account ${sql.insert(byColumn(given))}
      on conflict (normalized_email) do nothing returning id`
  })
  const find = queryOne(db, "AccountRepository.find", {
    batched: true,
    given: { id: ACCOUNT.id },
    result: ACCOUNT,
    text: (sql, p) => sql`select ${columns(sql, ACCOUNT)} from boardwright_account where id = ${p.id}`
  })
  const lock = findBy(db, "AccountRepository.lock", "boardwright_account", ACCOUNT, { id: ACCOUNT.id }, forUpdate)
  const findByEmail = findBy(db, "AccountRepository.findByEmail", "boardwright_account", ACCOUNT, {
    normalizedEmail: text()
  })
  const tokenVersion = queryOne(db, "AccountRepository.tokenVersion", {
    batched: true,
    given: { id: ACCOUNT.id },
    result: { tokenVersion: ACCOUNT.tokenVersion },
    text: (sql, p) =>
      sql`select token_version as "tokenVersion" from boardwright_account where id = ${p.id} and disabled_at is null`
  })
  const list = listInPages(db, "AccountRepository.list", {
    given: { search: text() },
    result: ACCOUNT,
    from: (sql, p) => sql`boardwright_account where ${contains(sql, ["name", "email"], p.search)}`,
    orderBy: "created_at, id",
    heavy: true
  })
  const existing = query(db, "AccountRepository.existing", {
    given: { ids: text() },
    result: { id: ACCOUNT.id },
    text: (sql, p) => sql`select id from boardwright_account where ${isOneOf(sql, "id", p.ids)}`
  })
  const users = query(db, "AccountRepository.users", {
    batched: true,
    given: { ids: text() },
    result: USER,
    text: (sql, p) => sql`select ${columns(sql, USER)} from boardwright_account where ${isOneOf(sql, "id", p.ids)}`
  })
  const markVerified = command(db, "AccountRepository.markVerified", {
    given: { id: ACCOUNT.id, verifiedAt: ACCOUNT.verifiedAt },
    text: (sql, p) =>
      sql`update boardwright_account set verified_at = ${p.verifiedAt} where id = ${p.id} and verified_at is null`
  })
  const claim = changing(db, "AccountRepository.claim", {
    given: {
      id: ACCOUNT.id,
      name: ACCOUNT.name,
      passwordHash: ACCOUNT.passwordHash,
      language: ACCOUNT.language,
      verifiedAt: ACCOUNT.verifiedAt
    },
    text: (sql, p) => sql`update boardwright_account
      set name = ${p.name}, password_hash = ${p.passwordHash}, language = ${p.language}, verified_at = ${p.verifiedAt},
        token_version = token_version + 1
      where id = ${p.id} and verified_at is null and disabled_at is null returning id`
  })
  const replacePassword = command(db, "AccountRepository.replacePassword", {
    given: { id: ACCOUNT.id, passwordHash: ACCOUNT.passwordHash },
    text: (sql, p) => sql`update boardwright_account
      set password_hash = ${p.passwordHash}, token_version = token_version + 1 where id = ${p.id}`
  })
  const replaceEmail = changing(db, "AccountRepository.replaceEmail", {
    given: { id: ACCOUNT.id, email: ACCOUNT.email, normalizedEmail: text() },
    text: (sql, p) => sql`update boardwright_account
      set email = ${p.email}, normalized_email = ${p.normalizedEmail}, token_version = token_version + 1
      where id = ${p.id} and not exists (
        select 1 from boardwright_account o where o.normalized_email = ${p.normalizedEmail} and o.id <> ${p.id})
      returning id`
  })
  const raiseTokenVersion = command(db, "AccountRepository.raiseTokenVersion", {
    given: { id: ACCOUNT.id },
    text: (sql, p) => sql`update boardwright_account set token_version = token_version + 1 where id = ${p.id}`
  })
  // What has no foreign key to the account, as a host may have its own users.
  const removals = ["member", "workspace_member", "invitation", "notification", "email_token"].map((table) =>
    command(db, "AccountRepository.remove", {
      given: { id: ACCOUNT.id },
      text: (sql, p) => sql`delete from ${sql.literal(`boardwright_${table}`)} where user_id = ${p.id}`
    })
  )
  const remove = command(db, "AccountRepository.remove", {
    given: { id: ACCOUNT.id },
    text: (sql, p) => sql`delete from boardwright_account where id = ${p.id}`
  })
  const disable = command(db, "AccountRepository.disable", {
    given: { id: ACCOUNT.id, disabledAt: ACCOUNT.disabledAt },
    text: (sql, p) => sql`update boardwright_account
      set disabled_at = ${p.disabledAt}, token_version = token_version + 1 where id = ${p.id} and disabled_at is null`
  })
  const enable = command(db, "AccountRepository.enable", {
    given: { id: ACCOUNT.id },
    text: (sql, p) => sql`update boardwright_account set disabled_at = null where id = ${p.id}`
  })
  const updateProfile = command(db, "AccountRepository.updateProfile", {
    given: {
      id: ACCOUNT.id,
      name: ACCOUNT.name,
      timezone: ACCOUNT.timezone,
      language: ACCOUNT.language,
      notifications: ACCOUNT.notifications
    },
    text: (sql, p) => sql`update boardwright_account
      set name = ${p.name}, timezone = ${p.timezone}, language = ${p.language}, notifications = ${p.notifications}
      where id = ${p.id}`
  })
  const completeOnboarding = command(db, "AccountRepository.completeOnboarding", {
    given: { id: ACCOUNT.id, onboardingData: ACCOUNT.onboardingData, done: ACCOUNT.hasCompletedOnboarding },
    text: (sql, p) => sql`update boardwright_account
      set onboarding_data = ${p.onboardingData}, has_completed_onboarding = ${p.done} where id = ${p.id}`
  })

  return Account.AccountRepository.of({
    insert: (account) =>
      insert({ ...account, normalizedEmail: Account.normalizeEmail(account.email) }).pipe(
        Effect.flatMap((isNew) => (isNew ? Effect.void : new Account.EmailTaken()))
      ),
    find: (id) => find({ id }),
    lock: (id) => lock({ id }),
    findByEmail: (normalizedEmail) => findByEmail({ normalizedEmail }),
    tokenVersion: (id) => Effect.map(tokenVersion({ id }), (found) => Option.map(found, (row) => row.tokenVersion)),
    list: (search, slice) => list({ search }, slice),
    existing: (ids) => {
      const storable = ids.filter((id) => !Values.isUnstorable(id))
      return storable.length === 0
        ? Effect.succeed([])
        : Effect.map(existing({ ids: JSON.stringify(storable) }), (rows) => rows.map(({ id }) => id))
    },
    users: (ids) => {
      const storable = ids.filter((id) => !Values.isUnstorable(id))
      return storable.length === 0 ? Effect.succeed([]) : users({ ids: JSON.stringify(storable) })
    },
    markVerified: (id, verifiedAt) => markVerified({ id, verifiedAt }),
    claim: (id, { language, name, passwordHash }, verifiedAt) =>
      claim({ id, name, passwordHash, language, verifiedAt }),
    replacePassword: (id, passwordHash) => replacePassword({ id, passwordHash }),
    replaceEmail: (id, email) => replaceEmail({ id, email, normalizedEmail: Account.normalizeEmail(email) }),
    raiseTokenVersion: (id) => raiseTokenVersion({ id }),
    remove: (id) => db.atomic(Effect.forEach([...removals, remove], (part) => part({ id }), { discard: true })),
    disable: (id, disabledAt) => disable({ id, disabledAt }),
    enable: (id) => enable({ id }),
    updateProfile: (id, { language, name, notifications, timezone }) =>
      updateProfile({ id, name, timezone, language, notifications }),
    completeOnboarding: (id, onboardingData) => completeOnboarding({ id, onboardingData, done: true })
  })
})

/** Accounts in the database's `boardwright_account`. */
export const layer: Layer.Layer<Account.AccountRepository, never, Database> = Layer.effect(
  Account.AccountRepository,
  make
)
