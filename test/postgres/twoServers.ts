import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, vi } from "vitest"
import { newDatabase, type TestDatabase } from "../support/postgres/databases.js"
import { type Answer, startServer, type TestServer, type TestServerOptions } from "../support/server.js"

type Row = Record<string, unknown>
type Query = (text: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>
type Request = () => Promise<Answer>
type Statement = readonly [text: string, ...values: ReadonlyArray<unknown>]

/** Two instances of the service on one database, and a look at it from beside them. */
export interface TwoServers {
  readonly left: TestServer
  readonly right: TestServer
  readonly query: Query
  /**
   * Sends the requests in this order while another transaction holds what the statement locks or changes: each is sent
   * once those before it are answered or wait for a lock. Then the transaction runs `last` if given, commits, and all are
   * answered.
   */
  readonly whileHeld: (
    held: Statement,
    requests: ReadonlyArray<Request>,
    last?: Statement
  ) => Promise<ReadonlyArray<Answer>>
}

const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

const holder =
  (url: string, query: Query): TwoServers["whileHeld"] =>
  async (held, requests, last) => {
    const client = await connect(url)
    const run = ([text, ...values]: Statement) => client.query(text, values)
    try {
      await client.query("begin")
      await run(held)
      let answered = 0
      const sent: Array<Promise<Answer>> = []
      for (const request of requests) {
        const answer = request()
        sent.push(answer)
        answer.then(
          () => answered++,
          () => answered++
        )
        await vi.waitFor(
          async () => {
            const waiting = Number((await query(WAITING))[0]?.["waiting"])
            if (waiting + answered < sent.length) throw new Error(`${waiting} wait and ${answered} are answered`)
          },
          { timeout: 5_000, interval: 5 }
        )
      }
      if (last !== undefined) await run(last)
      await client.query("commit")
      return await Promise.all(sent)
    } finally {
      await client.end()
    }
  }

/** How many deadlocks the database has met; servers tell when they disconnect. */
const deadlocksOf = async (query: Query): Promise<number> => {
  await vi.waitFor(async () => {
    const others = await query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`
    )
    if (others.length > 0) throw new Error(`${others.length} are still connected`)
  })
  const [row] = await query("select deadlocks::int from pg_stat_database where datname = current_database()")
  return Number(row?.["deadlocks"])
}

interface TwoServersOptions extends Omit<TestServerOptions, "storage" | "database"> {
  /** How many deadlocks the tests cause; default 0. */
  readonly deadlocks?: number
}

/** Runs the tests on two servers that share a database, and expects that it met no deadlock but those that they cause. */
export const onTwoServers = (
  title: string,
  tests: (both: () => TwoServers) => void,
  { deadlocks = 0, ...options }: TwoServersOptions = {}
): void => {
  describe(`${title}`, () => {
    let database: TestDatabase | undefined
    let client: Client | undefined
    let both: TwoServers | undefined
    beforeAll(async () => {
      database = await newDatabase()
      const { url } = database
      const observer = (client = await connect(url))
      const query: Query = async (text, values = []) => (await observer.query<Row>(text, [...values])).rows
      const start = () => startServer({ ...options, storage: "postgres", database: url })
      const [left, right] = await Promise.all([start(), start()])
      both = { left, right, query, whileHeld: holder(url, query) }
    })
    afterAll(async () => {
      try {
        if (both !== undefined) {
          await Promise.all([both.left.stop(), both.right.stop()])
          expect(await deadlocksOf(both.query), "deadlocks").toBe(deadlocks)
        }
      } finally {
        await client?.end()
        await database?.drop()
      }
    })
    tests(() => {
      if (both === undefined) throw new Error("the servers are not started yet")
      return both
    })
  })
}

/** The statuses of answers, in their order. */
export const statusesOf = (answers: ReadonlyArray<Answer>): ReadonlyArray<number> => answers.map(({ status }) => status)

/** How many answers there are of each status. */
export const tally = (answers: ReadonlyArray<Answer>): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
