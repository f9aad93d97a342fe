import * as Sqlite from "@boardwright/sqlite"
import { storageContract } from "@boardwright/testing/contract"
import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { roundTripsEverything } from "../../../test/support/roundTrip.js"
import { reportsSchemaStates } from "../../../test/support/schemaStates.js"
import { newFile, onFile, runSql } from "./storage.js"

storageContract("sqlite in a file", Layer.unwrapScoped(Effect.map(newFile, (filename) => Sqlite.layer({ filename }))))
storageContract("sqlite in memory", Sqlite.layer({ filename: ":memory:" }))
roundTripsEverything("sqlite", Sqlite.layer({ filename: ":memory:" }))

it.effect("the schema state depends on the newest migration in the database", () =>
  onFile(function* () {
    yield* reportsSchemaStates(runSql)
  })
)
