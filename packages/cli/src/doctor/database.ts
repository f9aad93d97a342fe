import { resolve } from "node:path"
import { System } from "@boardwright/core"
import type { PostgresFacts } from "@boardwright/postgres"
import type { MigrationStatus } from "@boardwright/sql"
import { inspect, type SqliteFacts } from "@boardwright/sqlite"
import { Duration, Effect, Option } from "effect"
import { checkApart } from "../checkApart.js"
import { EXIT } from "../exitCode.js"
import type { Settings } from "../settings.js"
import { isMissing } from "../requireDatabase.js"
import { databaseName, inspectPostgres, migrationStatus, sqliteFile, storage } from "../storage.js"
import { ageText, error, type Finding, ok, sizeText, warning } from "./Finding.js"

const DAY = 86_400_000
const LATE = 10 * 60_000
const OLD_BACKUP = 2 * DAY
/** A log of this size is not moved into the file: something reads an old snapshot for long. */
const LARGE_LOG = 256 * 2 ** 20
const CLOCKS_DIFFER = 2_000

/** The longest that a check of the whole file may take. */
const CHECK_WITHIN = Duration.minutes(2)

const schemaFinding = ({ applied, pending, unknown }: MigrationStatus, isSqlite: boolean): Finding => {
  if (unknown.length > 0) {
    const finding = `was written by a newer version, which has ${unknown.length} more migrations`
    return isSqlite
      ? error("schema", finding, "run the newer version, or restore the backup from before the update")
      : warning("schema", finding, "update this instance too")
  }
  return pending.length > 0
    ? warning("schema", `${pending.length} migrations are pending`, "start the server, or run boardwright migrate up")
    : ok("schema", `${applied.length} migrations, none is pending`)
}

const queueFinding = (queue: string, { count, earliest }: System.Backlog): Finding => {
  const age = earliest === null ? 0 : Math.max(0, Date.now() - Date.parse(earliest))
  const many = count < System.MAX_COUNTED ? count : `${count} or more`
  const finding = count === 0 ? "none is waiting" : `${many} are waiting, the oldest for ${ageText(age)}`
  return age > LATE
    ? warning(queue, finding, "see that a server runs on this database, and what its log says")
    : ok(queue, finding)
}

/** A file has no clock of its own: what was written last cannot be from the future. */
const fileClockFinding = (ahead: number | null): Finding => {
  if (ahead === null) return ok("clock", "is compared with nothing: there is no change yet")
  return ahead > CLOCKS_DIFFER
    ? warning("clock", `is ${Math.round(ahead / 1000)} s behind the last change`, "correct it, and use NTP")
    : ok("clock", "is not behind the last change")
}

const sqliteFindings = ({
  bytes,
  journalMode,
  lastChangeAhead,
  logBytes,
  version
}: SqliteFacts): ReadonlyArray<Finding> => [
  ok("SQLite", `${version}, writable, ${sizeText(bytes)}`),
  journalMode === "wal"
    ? ok("journal mode", "wal")
    : warning("journal mode", journalMode, "start a server, which sets it to wal"),
  logBytes > LARGE_LOG
    ? warning("write-ahead log", sizeText(logBytes), "look for a program that keeps the file open, and end it")
    : ok("write-ahead log", sizeText(logBytes)),
  fileClockFinding(lastChangeAhead)
]

const connectionsFinding = (facts: PostgresFacts, poolSize: number): Finding => {
  const open = facts.maxConnections - facts.reserved
  if (facts.pooled) return ok("connections", `${facts.used} of ${open} in use`)
  const connections = `${facts.used} of ${open} in use, this instance may use ${poolSize}`
  if (poolSize > open) return error("connections", connections, "raise max_connections, or lower DATABASE_POOL_SIZE")
  return poolSize > open / 2
    ? warning("connections", connections, "two instances would not fit: raise max_connections")
    : ok("connections", connections)
}

/** Outside transactions the sessions of a pooler have only the timeouts of the role. */
const poolerFinding = ({ idleInTransactionTimeout, statementTimeout }: PostgresFacts): Finding =>
  [idleInTransactionTimeout, statementTimeout].includes("0")
    ? warning(
        "pooler",
        "in front of the database, whose role has no timeouts",
        "set statement_timeout and idle_in_transaction_session_timeout by alter role"
      )
    : ok("pooler", "in front of the database, whose role has timeouts")

const postgresFindings = (facts: PostgresFacts, poolSize: number): ReadonlyArray<Finding> => {
  const on = (name: string, value: string, advice: string) =>
    value === "on" ? ok(name, value) : error(name, value, advice)
  return [
    ok("PostgreSQL", `${facts.version}, writable`),
    ...(facts.pooled ? [poolerFinding(facts)] : []),
    connectionsFinding(facts, poolSize),
    on("fsync", facts.fsync, "turn it on: a crash can destroy the database"),
    on("full_page_writes", facts.fullPageWrites, "turn it on: a crash can destroy pages"),
    facts.synchronousCommit === "off"
      ? error("synchronous_commit", "off", "turn it on: a crash loses changes that were acknowledged")
      : ok("synchronous_commit", facts.synchronousCommit),
    facts.walLevel === "minimal"
      ? warning("wal_level", "minimal", "set it to replica, so that the log can be archived")
      : ok("wal_level", facts.walLevel),
    ok("time zone", facts.timeZone),
    Math.abs(facts.clockAhead) > CLOCKS_DIFFER
      ? warning("clock", `the database's differs by ${facts.clockAhead} ms`, "let both machines use NTP")
      : ok("clock", `the database's differs by ${facts.clockAhead} ms`)
  ]
}

const backupFinding = Effect.map(
  System.findLastBackup,
  Option.match({
    onNone: () =>
      warning("last backup", "none is recorded", "run boardwright backup, or backup --record after another tool"),
    onSome: ({ at, bytes, name }) => {
      const age = Date.now() - Date.parse(at)
      const finding = `${name}${bytes === null ? "" : `, ${sizeText(bytes)}`}, ${ageText(age)} ago`
      return age > OLD_BACKUP
        ? warning("last backup", finding, "see why the timer does not run: boardwright backup")
        : ok("last backup", finding)
    }
  })
)

/** What storage says of itself, by its ports. */
const portFindings = Effect.gen(function* () {
  const { changes, deliveries, mails } = yield* Effect.flatMap(System.Backlogs, ({ read }) => read)
  return [
    queueFinding("mails", mails),
    queueFinding("webhook deliveries", deliveries),
    queueFinding("changes without a position", changes),
    (yield* System.isHeld)
      ? warning(
          "hold",
          "mails, webhook deliveries and consumers are held",
          "run boardwright resume once this database replaces its original"
        )
      : ok("hold", "nothing is held"),
    yield* backupFinding
  ]
})

/** Checks the whole file in a process of its own. */
const fileFinding = (file: string) =>
  Effect.map(Effect.timeoutOption(checkApart(file), CHECK_WITHIN), (checked) => {
    if (Option.isNone(checked)) {
      const advice = `run boardwright backup --verify ${file}`
      return warning("file", `was not checked within ${Duration.toMinutes(CHECK_WITHIN)} min`, advice)
    }
    const { code, line } = checked.value
    if (code === EXIT.ok) return ok("file", line)
    return error("file", line, "stop the server, and put the newest backup in its place by boardwright restore")
  })

const serverFindings = (settings: Settings) => {
  const file = sqliteFile(settings)
  return file === null
    ? Effect.map(inspectPostgres(settings), (facts) => postgresFindings(facts, settings.poolSize))
    : Effect.map(inspect(file), sqliteFindings)
}

/** Whether the database can be used, and its state. Changes nothing. */
export const checkDatabase = Effect.fnUntraced(function* (settings: Settings) {
  const name = yield* databaseName(settings)
  const file = sqliteFile(settings)
  const status = yield* migrationStatus(settings)
  const reached = ok("database", name)
  if (status.applied.length === 0) {
    const finding = `${name} ${file !== null && isMissing(file) ? "does not exist" : "is empty"}`
    return [
      warning("database", finding, "start the server, if this is the right one; else correct DATA_DIR or DATABASE_URL")
    ]
  }
  const schema = schemaFinding(status, file !== null)
  const isNewer = status.unknown.length > 0
  const whole = file === null || isNewer ? [] : [yield* fileFinding(resolve(file))]
  if (status.pending.length > 0 || (file !== null && isNewer)) return [reached, schema, ...whole]
  const findings = yield* serverFindings(settings)
  const ports = yield* Effect.provide(portFindings, storage(settings, { exclusive: false }))
  return [reached, schema, ...findings, ...whole, ...ports]
})
