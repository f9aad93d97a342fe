import * as Postgres from "@boardwright/postgres"
import { storageContract } from "@boardwright/testing/contract"
import { Effect, Layer } from "effect"
import { scopedDatabase } from "../../../test/support/postgres/databases.js"

storageContract("postgres", Layer.unwrapScoped(Effect.map(scopedDatabase, ({ url }) => Postgres.layer({ url }))))
