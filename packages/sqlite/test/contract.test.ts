import * as Sqlite from "@boardwright/sqlite"
import { storageContract } from "@boardwright/testing/contract"
import { Effect, Layer } from "effect"
import { newFile } from "./storage.js"

storageContract("sqlite in a file", Layer.unwrapScoped(Effect.map(newFile, (filename) => Sqlite.layer({ filename }))))
storageContract("sqlite in memory", Sqlite.layer({ filename: ":memory:" }))
