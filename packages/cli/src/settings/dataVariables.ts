import { Change, Trash } from "@boardwright/core"
import { parsePostgresUrl } from "@boardwright/postgres/url"
import { Redacted } from "effect"
import { integer, kind, secretKind } from "./kinds.js"
import { optional, variable } from "./Variable.js"

const folder = kind("must be the path of a folder", (text) => (text === "" ? null : text))

// An address of a PostgreSQL holds a password.
const database = secretKind(
  "must be sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE, special characters percent-encoded; of several " +
    "HOST:PORT, separated by commas, the first that accepts writes is used; target_session_attrs may be any, read-write or primary",
  (text) => {
    const file = /^sqlite:(?:\/\/(?=\/))?(?!\/\/)(.+)$/.exec(text)?.[1]
    if (file !== undefined) return { kind: "sqlite" as const, file }
    return parsePostgresUrl(text) === null ? null : { kind: "postgres" as const, url: Redacted.make(text) }
  }
)

/** Where everything is kept. */
export const dataVariables = {
  dataDir: variable("DATA_DIR", folder, "./data", {
    meaning: "the folder for files that the server writes: `boardwright.db`, `jwt-secret`, `secrets-key`, `outbox/`",
    example: "/var/lib/boardwright"
  }),
  database: optional("DATABASE_URL", database, "`boardwright.db` in `DATA_DIR`", {
    meaning:
      "the database: a SQLite file (`sqlite:PATH`), or PostgreSQL (`postgres://...`) for any number of instances",
    example: "postgres://boardwright:secret@db.example.com/boardwright",
    onPostgres: "required, the same on every instance"
  }),
  poolSize: variable("DATABASE_POOL_SIZE", integer(1, 1000), "10", {
    meaning: "maximum PostgreSQL connections per instance",
    example: "20",
    onPostgres: "all instances together must stay below what the database accepts"
  }),
  changesDays: variable("CHANGES_DAYS", integer(1, 36_500), String(Change.DEFAULT_CHANGES_DAYS), {
    meaning:
      "for how many days the record of changes is kept; up to 30 while a durable consumer or a webhook still needs it",
    example: "90"
  }),
  trashDays: variable("TRASH_DAYS", integer(0, 36_500), String(Trash.DEFAULT_TRASH_DAYS), {
    meaning: "for how many days deleted boards and tasks can be restored",
    example: "7"
  })
}
