import { copyFile, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { copyDatabase, newDatabase, type TestDatabase } from "./postgres/databases.js"
import { startServer, STORAGE, type TestServer } from "./server.js"

interface Kept {
  readonly database: string
  readonly drop: () => Promise<void>
}

const newFile = async (): Promise<Kept> => {
  const folder = await mkdtemp(join(tmpdir(), "boardwright-copies-"))
  return { database: join(folder, "test.db"), drop: () => rm(folder, { recursive: true, force: true }) }
}

const copiedFile = async (original: string): Promise<Kept> => {
  const copy = await newFile()
  await copyFile(original, copy.database)
  return copy
}

const kept = ({ drop, url }: TestDatabase): Kept => ({ database: url, drop })

const onPostgres = STORAGE === "postgres"
const create = async (): Promise<Kept> => (onPostgres ? kept(await newDatabase()) : newFile())
const copyOf = async (original: string): Promise<Kept> =>
  onPostgres ? kept(await copyDatabase(original)) : copiedFile(original)

/** A database that was filled once, and servers on copies of it. */
export interface Copies<A> {
  /** What filling it returned. */
  readonly made: A
  /** Starts a server on a new copy, which ends with it. */
  readonly start: () => Promise<TestServer>
  /** Removes the database. */
  readonly remove: () => Promise<void>
}

/** Fills a database through a server, which then stops. */
export const copies = async <A>(fill: (server: TestServer) => Promise<A>): Promise<Copies<A>> => {
  const original = await create()
  const server = await startServer({ database: original.database })
  const made = await fill(server).finally(server.stop)
  return {
    made,
    start: async () => {
      const copy = await copyOf(original.database)
      const server = await startServer({ database: copy.database })
      return { ...server, stop: () => server.stop().finally(copy.drop) }
    },
    remove: original.drop
  }
}
