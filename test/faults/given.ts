import { expect } from "vitest"
import { newDatabase } from "../support/postgres/databases.js"
import { type PostgresServer, startPostgres } from "../support/postgres/startPostgres.js"
import { newPerson, type Person, post, signIn, type Standalone, UNLIMITED } from "../support/standalone.js"

const JWT_SECRET = "a-secret-of-the-tests-of-32-bytes"

/** Where a server keeps its data. */
export interface Kept {
  readonly environment: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

/** A place for the data of one server, by the database's name: limits that no load runs into, all synced to disk. */
export const databases = {
  SQLite: async (): Promise<Kept> => ({ environment: UNLIMITED, remove: async () => undefined }),
  PostgreSQL: async (): Promise<Kept> => {
    const server: PostgresServer = await startPostgres({ settings: { fsync: "on", full_page_writes: "on" } })
    return { environment: { ...UNLIMITED, DATABASE_URL: server.url, JWT_SECRET }, remove: server.remove }
  }
} as const

/** The names of the databases that a server can have. */
export const DATABASES = ["SQLite", "PostgreSQL"] as const
export type DatabaseName = (typeof DATABASES)[number]

/** The settings of a server on a database of its own on the tests' PostgreSQL, or in its folder; limits as in `databases`. */
export const environmentOn = async (database: DatabaseName): Promise<Readonly<Record<string, string>>> =>
  database === "SQLite" ? UNLIMITED : { ...UNLIMITED, DATABASE_URL: (await newDatabase()).url, JWT_SECRET }

/** Somebody who is signed in. */
export interface SignedIn {
  readonly person: Person
  readonly token: string
  readonly headers: { readonly authorization: string }
}

/** Signs somebody up, verifies them and signs them in. */
export const somebody = async (server: Standalone, name: string): Promise<SignedIn> => {
  const person = await newPerson(server, name)
  const token = await signIn(server, person)
  return { person, token, headers: { authorization: `Bearer ${token}` } }
}

/** Makes a workspace with a board. */
export const newBoard = async (
  server: Standalone,
  { headers }: SignedIn,
  name: string
): Promise<{ readonly workspaceId: string; readonly boardId: string }> => {
  const home = await post(server, "/api/workspaces", { name }, headers)
  expect(home).toMatchObject({ status: 201 })
  const workspaceId: string = home.body.workspace.id
  const made = await post(server, "/api/boards", { name, workspaceId }, headers)
  expect(made).toMatchObject({ status: 201 })
  return { workspaceId, boardId: made.body.board.id }
}

/** The middle one, or the one at another share of the way. */
export const quantile = (figures: ReadonlyArray<number>, share = 0.5): number =>
  figures.toSorted((left, right) => left - right)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ??
  NaN
