import { storageContract } from "@boardwright/testing/contract"
import { it } from "@effect/vitest"
import { roundTripsEverything } from "../../../test/support/roundTrip.js"
import { reportsSchemaStates } from "../../../test/support/schemaStates.js"
import { behindPooler, onDatabase, onNewDatabase, onNewSchema, runSql } from "./storage.js"

storageContract("postgres", behindPooler ? onNewDatabase() : onNewSchema)
roundTripsEverything("postgres", onNewDatabase())

it.effect("the schema state depends on the newest migration in the database", () =>
  onDatabase(() => reportsSchemaStates(runSql))
)
