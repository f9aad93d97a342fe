import { it } from "@effect/vitest"
import { tellsSchemaStates } from "../../../test/support/schemaStates.js"
import { onDatabase, runSql } from "./storage.js"

it.effect("the schema is told by the newest migration, whoever applied or lost it meanwhile", () =>
  onDatabase(() => tellsSchemaStates(runSql))
)
