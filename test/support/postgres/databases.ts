import { randomBytes } from "node:crypto"
import { DatabaseError } from "pg"
import { inject } from "vitest"
import { prefixOf, type TestPostgres, withAdmin } from "./TestPostgres.js"

const OBJECT_IN_USE = "55006"
const COPY_ATTEMPTS = 5

/** A database of one's own. */
export interface TestDatabase {
  readonly url: string
  /** Removes it, and cuts the connections to it. */
  readonly drop: () => Promise<void>
}

const urlOf = (server: TestPostgres, database: string): string => {
  const url = new URL(server.url)
  url.pathname = `/${database}`
  return url.href
}

/** A server copies a database only while nobody is connected to it, and it may take a while to see someone off. */
const whenUnused = async (work: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (attempt === COPY_ATTEMPTS || !(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE) throw error
    }
  }
}

/** Whoever comes first makes it, and the others wait; it takes its name when it is whole. */
const makeTemplate = (server: TestPostgres): Promise<string> =>
  withAdmin(server.url, async (admin) => {
    const name = `${prefixOf(server)}_template`
    const draft = `${name}_draft`
    // Held until the connection ends.
    await admin.query("select pg_advisory_lock(hashtext($1))", [name])
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [name])
    if (rowCount === 1) return name
    await admin.query(`drop database if exists ${draft} with (force)`)
    await admin.query(`create database ${draft}`)
    // Loaded by the one that makes it: it loads all of the storage, which most tests of the command do without.
    const { migrateTemplate } = await import("./migrateTemplate.js")
    await migrateTemplate(urlOf(server, draft))
    await admin.query(`alter database ${draft} allow_connections false`)
    await whenUnused(() => admin.query(`alter database ${draft} rename to ${name}`))
    return name
  })

const templates = new Map<string, Promise<string>>()

const templateOf = (server: TestPostgres): Promise<string> => {
  const made = templates.get(server.url) ?? makeTemplate(server)
  templates.set(server.url, made)
  return made
}

const create = (server: TestPostgres, from: string): Promise<TestDatabase> =>
  withAdmin(server.url, async (admin) => {
    const name = `${prefixOf(server)}_${randomBytes(6).toString("hex")}`
    await whenUnused(() => admin.query(`create database ${name} template ${from}`))
    const url = new URL(urlOf(server, name))
    if (server.poolerPort !== undefined) url.port = String(server.poolerPort)
    return {
      url: url.href,
      drop: () =>
        withAdmin(server.url, async (admin) => {
          await admin.query(`drop database if exists ${name} with (force)`)
        })
    }
  })

/** A new database with the tables of this version and nothing in them, on the run's server or on another. */
export const newDatabase = async (server: TestPostgres = inject("postgres")): Promise<TestDatabase> =>
  create(server, await templateOf(server))

/** A new database without tables, on the run's server or on another. */
export const newEmptyDatabase = (server: TestPostgres = inject("postgres")): Promise<TestDatabase> =>
  create(server, "template0")

/** A new database with all that another of the run's server has, to which nobody is connected. */
export const copyDatabase = (url: string): Promise<TestDatabase> =>
  create(inject("postgres"), new URL(url).pathname.slice(1))
