import { storageContract } from "@boardwright/testing/contract"
import { it } from "@effect/vitest"
import { keepsEverything } from "../../../test/support/roundTrip.js"
import { tellsSchemaStates } from "../../../test/support/schemaStates.js"
import { onDatabase, onNewDatabase, runSql } from "./storage.js"

storageContract("postgres", onNewDatabase())
keepsEverything("postgres", onNewDatabase())

it.effect("the schema state depends on the newest migration in the database", () =>
  onDatabase(() => tellsSchemaStates(runSql))
)
