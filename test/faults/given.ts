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

/** Creates storage for one server, by the database's name: no rate limits, everything synced to disk. */
export const databases = {
  SQLite: async (): Promise<Kept> => ({ environment: UNLIMITED, remove: async () => undefined }),
  PostgreSQL: async (): Promise<Kept> => {
    const server: PostgresServer = await startPostgres({ settings: { fsync: "on", full_page_writes: "on" } })
    return { environment: { ...UNLIMITED, DATABASE_URL: server.url, JWT_SECRET }, remove: server.remove }
  }
} as const

/** The databases that a server can use. */
export const DATABASES = ["SQLite", "PostgreSQL"] as const
export type DatabaseName = (typeof DATABASES)[number]

/** The settings of a server on a new database of the tests' PostgreSQL, or on SQLite; rate limits as in `databases`. */
export const environmentOn = async (database: DatabaseName): Promise<Readonly<Record<string, string>>> =>
  database === "SQLite" ? UNLIMITED : { ...UNLIMITED, DATABASE_URL: (await newDatabase()).url, JWT_SECRET }

/** A signed-in user. */
export interface SignedIn {
  readonly person: Person
  readonly token: string
  readonly headers: { readonly authorization: string }
}

/** Signs a user up, verifies the address and signs in. */
export const somebody = async (server: Standalone, name: string): Promise<SignedIn> => {
  const person = await newPerson(server, name)
  const token = await signIn(server, person)
  return { person, token, headers: { authorization: `Bearer ${token}` } }
}

/** Creates a workspace with a board. */
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

/** The median, or another quantile. */
export const quantile = (figures: ReadonlyArray<number>, share = 0.5): number =>
  figures.toSorted((left, right) => left - right)[Math.min(figures.length - 1, Math.floor(figures.length * share))] ??
  NaN
