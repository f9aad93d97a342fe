import { Command } from "@effect/cli"
import { Console, Effect, Layer } from "effect"
import { withLogs } from "../logs.js"
import { readSettings } from "../settings.js"
import { databaseName, migrationStatus, storage } from "../storage.js"

const status = Command.make("status", {}, () =>
  Effect.gen(function* () {
    const settings = yield* readSettings(process.env)
    const { applied, pending, unknown } = yield* migrationStatus(settings)
    const lines = [
      ...applied.map((name) => `applied  ${name}`),
      ...pending.map((name) => `pending  ${name}`),
      ...unknown.map((name) => `newer    ${name}`)
    ]
    yield* Effect.forEach(lines, (line) => Console.log(line), { discard: true })
    const advice =
      unknown.length > 0
        ? "was written by a newer version of Boardwright, which this version leaves alone"
        : pending.length > 0
          ? "is brought up to date by `boardwright migrate up`, and whenever a server starts"
          : "is up to date"
    yield* Console.error(`${databaseName(settings)} ${advice}`)
  })
).pipe(Command.withDescription("Show which migrations the database has and which it lacks; changes nothing"))

const up = Command.make("up", {}, () =>
  Effect.gen(function* () {
    const settings = yield* readSettings(process.env)
    const { pending } = yield* migrationStatus(settings)
    yield* Effect.scoped(Layer.build(storage(settings, { exclusive: false }))).pipe(withLogs(settings))
    yield* Effect.forEach(pending, (name) => Console.log(`applied  ${name}`), { discard: true })
    yield* Console.error(`${databaseName(settings)} is up to date`)
  })
).pipe(Command.withDescription("Bring the database up to date; any number of processes may try at once"))

/** `boardwright migrate status|up`. */
export const migrate = Command.make("migrate").pipe(
  Command.withDescription("Look at the database's schema, or bring it up to date"),
  Command.withSubcommands([status, up])
)
