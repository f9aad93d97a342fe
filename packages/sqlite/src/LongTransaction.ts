import { once } from "node:events"
import { open } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import { driverModule } from "./driver.js"
import { CACHE_KIB } from "./openConnection.js"
import { failureOf, prepared } from "./prepared.js"
import type { SqliteDatabase } from "./SqliteDatabase.js"

/**
 * How long the log becomes before a commit moves it into the file: 16 MB, as many pages as one block of the log's index
 * covers (4,062), so that reads search one block. With SQLite's 1,000 there are four times as many such pauses, each with syncs.
 */
export const LOG_PAGES = 4_000

/** A transaction that is open for so long is an import or the like. */
const LONG_MILLIS = 100

/** A transaction that has written so many characters is one too, even if it takes less time: a COMMIT of 16 MB took 50 to 200 ms. */
const LONG_LENGTH = 4 * 1024 * 1024

/** The pause between two syncs of the log while a long transaction writes. */
const SYNC_EVERY_MILLIS = 20

/** How often inner pages are used while it writes, 0.3 ms each time: before 8 MB of others are written. */
const USE_EVERY_MILLIS = 10

/**
 * The cache in a long transaction: a smaller one leaves less to write at COMMIT, but pages that change often leave it early, and
 * SQLite computes the checksums of everything after them in the log again.
 */
const LONG_CACHE_KIB = 8_000

/** The tables that grow by thousands of rows in one transaction, and the columns by which their indexes find a row. */
const LARGE_TABLES = [
  { table: "boardwright_subtask", indexed: [["id"]] },
  {
    table: "boardwright_task",
    indexed: [["id"], ["board_id", "rank"], ["board_id", "group_id", "rank"], ["board_id", "status", "rank"]]
  }
]

const isEarlier = (columns: ReadonlyArray<string>): string =>
  columns.map((column) => `${column} = earlier.${column}`).join(" and ")

/**
 * Looks up rows that were inserted before, by each index. The cache keeps what was used last, and so keeps the inner pages of the
 * indexes, of which each insert changes one and a split its neighbors, on each level. Otherwise they were written early
 * and changed again, and COMMIT read 60 MB of log for an import of 16 MB: 50 to 80 ms instead of 12.
 */
const rowsBefore = ({ indexed, table }: (typeof LARGE_TABLES)[number]): string => `
select ${indexed.map((columns) => `(select 1 from ${table} where ${isEarlier(columns)} limit 1)`).join(", ")}
from (select max(rowid) as at from ${table}) as last,
  json_each('[1000,2000,4000,6000,8000,10000,12000,14000,16000,18000,20000,30000,40000,50000,60000]') as back
  join ${table} as earlier on earlier.rowid = last.at - back.value`

// A checkpoint syncs the file only if nothing was appended while it copied, so others follow, which have little to copy.
const CHECKPOINT = `
const { existsSync } = require("node:fs")
const { driver, filename } = require("node:worker_threads").workerData
const loaded = require(driver)
const Database = loaded.DatabaseSync ?? loaded
if (existsSync(filename)) {
  const db = new Database(filename)
  for (let pass = 0; pass < 3; pass++) db.prepare("pragma wal_checkpoint(passive)").all()
  db.close()
}
`

/**
 * Keeps the event loop free at the end of a long transaction. What it writes is synced ahead by threads of libuv, so that
 * COMMIT has little left to sync, and a thread of its own moves the log into the file afterwards.
 */
export class LongTransaction {
  readonly #db: SqliteDatabase
  readonly #filename: string
  #timer: NodeJS.Timeout | undefined
  #using: NodeJS.Timeout | undefined
  #isLong = false
  #written = 0
  #checkpoint: Promise<void> | null = null

  constructor(db: SqliteDatabase, filename: string) {
    this.#db = db
    this.#filename = filename
  }

  /** Resolves when no thread works on the file. */
  get settled(): Promise<void> {
    return this.#checkpoint ?? Promise.resolve()
  }

  /** Called when a transaction has begun. */
  begin(): void {
    clearTimeout(this.#timer)
    this.#written = 0
    this.#timer = setTimeout(() => this.#setLong(), LONG_MILLIS)
    this.#timer.unref()
  }

  /** Called with the parameters of each statement in the transaction. */
  wrote(parameters: ReadonlyArray<unknown>): void {
    for (const each of parameters) if (typeof each === "string") this.#written += each.length
    if (this.#written >= LONG_LENGTH && !this.#isLong) this.#setLong()
  }

  /** Called when it has ended, however it did. */
  end(): void {
    clearTimeout(this.#timer)
    if (!this.#isLong) return
    this.#isLong = false
    clearInterval(this.#using)
    this.#db.pragma(`cache_size = -${CACHE_KIB}`)
    // What fails there is left to this connection: it moves the log at its next commit.
    this.#checkpoint ??= this.#runCheckpoint().catch(() => undefined)
  }

  /** Called before the connection closes. */
  close(): void {
    clearTimeout(this.#timer)
    clearInterval(this.#using)
    this.#isLong = false
  }

  #setLong(): void {
    clearTimeout(this.#timer)
    // SQLite ends some transactions by itself.
    if (!this.#db.inTransaction) return
    this.#isLong = true
    this.#db.pragma(`cache_size = -${LONG_CACHE_KIB}`)
    this.#db.pragma("wal_autocheckpoint = 0")
    this.#useInnerPages()
    // A sync that fails here fails again in COMMIT, which reports it.
    this.#syncAhead().catch(() => undefined)
  }

  #useInnerPages(): void {
    const uses = LARGE_TABLES.map((table) => prepared(this.#db, rowsBefore(table)))
    this.#using = setInterval(() => {
      for (const use of uses) if (failureOf(use) !== null) clearInterval(this.#using)
    }, USE_EVERY_MILLIS)
    this.#using.unref()
  }

  async #syncAhead(): Promise<void> {
    const log = await open(`${this.#filename}-wal`)
    try {
      while (this.#isLong) {
        await log.datasync()
        await sleep(SYNC_EVERY_MILLIS)
      }
    } finally {
      await log.close()
    }
  }

  async #runCheckpoint(): Promise<void> {
    try {
      const workerData = { driver: driverModule(), filename: this.#filename }
      await once(new Worker(CHECKPOINT, { eval: true, env: {}, execArgv: ["--no-warnings"], workerData }), "exit")
    } finally {
      this.#checkpoint = null
      if (!this.#isLong) this.#db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
    }
  }
}
