import { execFile } from "node:child_process"
import { copyFile, mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { openSqlite } from "@boardwright/sqlite/driver"
import { transaction } from "../byHand/sqlite/transaction.mjs"
import { SECRET } from "../work/fixture.mjs"
import { seeding } from "../work/seed.mjs"
import { launcher } from "./contestants.mjs"

/** Gives an empty database the tables of the service, by its own migrations. */
export const migrate = async (DATABASE_URL, DATA_DIR) => {
  const env = { PATH: process.env.PATH, DATABASE_URL, DATA_DIR, JWT_SECRET: SECRET }
  await promisify(execFile)(process.execPath, [launcher(), "migrate", "up"], { env })
}

/** A filled SQLite file, and copies of it: each contestant has one of its own. */
export const sqliteDatabases = async (folder, size = {}) => {
  const template = join(folder, "template.db")
  await mkdir(folder, { recursive: true })
  await migrate(`sqlite:${template}`, folder)
  const db = openSqlite(template)
  db.pragma("synchronous = off")
  transaction(db, () => seeding("sqlite", size).forEach((statement) => db.exec(statement)))()
  db.pragma("wal_checkpoint(truncate)")
  db.close()
  let copies = 0
  return {
    copy: async () => {
      const own = join(folder, `copy-${++copies}`)
      await mkdir(own)
      const url = join(own, "boardwright.db")
      await copyFile(template, url)
      return { url, folder: own, drop: () => rm(own, { recursive: true }) }
    },
    remove: () => rm(folder, { recursive: true, force: true })
  }
}
