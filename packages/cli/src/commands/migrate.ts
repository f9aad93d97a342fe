import { Effect, Layer } from "effect"
import { withCommandLogs } from "../withCommandLogs.js"
import { readSettings } from "../settings.js"
import { databaseName, migrationStatus, storage } from "../storage.js"
import { type Form, printRows } from "../terminal/output.js"
import { note } from "../terminal/print.js"

interface Migration {
  readonly state: "applied" | "pending" | "newer"
  readonly name: string
}

const inState =
  (state: Migration["state"]) =>
  (name: string): Migration => ({ state, name })

const printMigrations = (migrations: ReadonlyArray<Migration>, form: Form) =>
  printRows(migrations, { state: ({ state }) => state, migration: ({ name }) => name }, form)

/** `boardwright migrate status`. Changes nothing. */
export const migrateStatus = Effect.fnUntraced(function* (form: Form) {
  const settings = yield* readSettings(process.env)
  const { applied, pending, unknown } = yield* migrationStatus(settings)
  const known = [...applied.map(inState("applied")), ...pending.map(inState("pending"))]
  yield* printMigrations([...known, ...unknown.map(inState("newer"))], form)
  const advice =
    unknown.length > 0
      ? "was written by a newer version of Boardwright, and this version does not change it"
      : pending.length > 0
        ? "is out of date; `boardwright migrate up` updates it, and so does starting a server"
        : "is up to date"
  yield* note(`${yield* databaseName(settings)} ${advice}`)
})

/** `boardwright migrate up`. */
export const migrateUp = Effect.fnUntraced(function* (form: Form) {
  const settings = yield* readSettings(process.env)
  const { pending } = yield* migrationStatus(settings)
  yield* Effect.scoped(Layer.build(storage(settings, { exclusive: false }))).pipe(withCommandLogs(settings))
  yield* printMigrations(pending.map(inState("applied")), form)
  yield* note(`${yield* databaseName(settings)} is up to date`)
})
