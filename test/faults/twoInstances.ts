import { afterAll, beforeAll, vi } from "vitest"
import type { Inbox } from "../support/inbox.js"
import { type PostgresServer, startPostgres } from "../support/postgres/startPostgres.js"
import { newPerson, post, signIn, type Standalone, standaloneServers, UNLIMITED } from "../support/standalone.js"

/** Two instances of `boardwright serve` on a PostgreSQL that syncs to disk, with a user who has a board. */
export interface TwoInstances {
  readonly database: PostgresServer
  readonly instances: readonly [Standalone, Standalone]
  readonly token: string
  readonly boardId: string
}

/**
 * Starts them before the tests of a file. Emails are sent to the inbox if given. `more` returns further settings, which go
 * first.
 */
export const twoInstances = (
  inbox?: Inbox,
  more: (database: PostgresServer) => Promise<Readonly<Record<string, string>>> = async () => ({})
): (() => TwoInstances) => {
  const servers = standaloneServers()
  let database: PostgresServer | undefined
  let all: TwoInstances | undefined
  beforeAll(async () => {
    vi.setConfig({ testTimeout: 120_000 })
    database = await startPostgres({ settings: { fsync: "on", full_page_writes: "on" } })
    const environment = {
      ...UNLIMITED,
      DATABASE_URL: database.url,
      JWT_SECRET: "a-secret-of-the-tests-of-32-bytes",
      ...(await more(database))
    }
    // The only instance at first, so that it is the one that delivers the email.
    const first = await servers.start("first", environment)
    const token = await signIn(first, await newPerson(first, "kit"))
    const headers = { authorization: `Bearer ${token}` }
    const { body: home } = await post(first, "/api/workspaces", { name: "Home" }, headers)
    const { body: board } = await post(first, "/api/boards", { name: "B", workspaceId: home.workspace.id }, headers)
    const mails = inbox === undefined ? {} : { SMTP_URL: inbox.url, MAIL_FROM: "boards@example.com" }
    if (inbox !== undefined) await first.stop()
    const again = inbox === undefined ? first : await servers.start("again", { ...environment, ...mails })
    const second = await servers.start("second", { ...environment, ...mails })
    all = { database, instances: [again, second], token, boardId: board.board.id }
  })
  afterAll(() => database?.remove())
  return () => {
    if (all === undefined) throw new Error("the instances are not started yet")
    return all
  }
}
