import { Command } from "@effect/cli"
import { Effect, Layer } from "effect"
import { withCommandLogs } from "../withCommandLogs.js"
import { readSettings } from "../settings.js"
import { databaseName, migrationStatus, storage } from "../storage.js"
import { type Form, json, printRows } from "../terminal/output.js"
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

const status = Command.make("status", { json }, (form) =>
  Effect.gen(function* () {
    const settings = yield* readSettings(process.env)
    const { applied, pending, unknown } = yield* migrationStatus(settings)
    const known = [...applied.map(inState("applied")), ...pending.map(inState("pending"))]
    yield* printMigrations([...known, ...unknown.map(inState("newer"))], form)
    const advice =
      unknown.length > 0
        ? "was written by a newer version of Boardwright, which this version leaves alone"
        : pending.length > 0
          ? "is brought up to date by `boardwright migrate up`, and whenever a server starts"
          : "is up to date"
    yield* note(`${yield* databaseName(settings)} ${advice}`)
  })
).pipe(Command.withDescription("Show which migrations the database has and which it lacks; changes nothing"))

const up = Command.make("up", { json }, (form) =>
  Effect.gen(function* () {
    const settings = yield* readSettings(process.env)
    const { pending } = yield* migrationStatus(settings)
    yield* Effect.scoped(Layer.build(storage(settings, { exclusive: false }))).pipe(withCommandLogs(settings))
    yield* printMigrations(pending.map(inState("applied")), form)
    yield* note(`${yield* databaseName(settings)} is up to date`)
  })
).pipe(Command.withDescription("Bring the database up to date; any number of processes may try at once"))

/** `boardwright migrate status|up`. */
export const migrate = Command.make("migrate").pipe(Command.withSubcommands([status, up]))
