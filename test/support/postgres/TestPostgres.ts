import { Client } from "pg"

/** A server that databases are made on. */
export interface TestPostgres {
  /** Of a user who may create databases. */
  readonly url: string
  /** Sets the names of this run's databases apart from those of others on the same server. */
  readonly run: string
  /** Of the pooler through which tests reach their databases, if any. */
  readonly poolerPort?: number | undefined
}

/** Connects, does something, and disconnects. */
export const withAdmin = async <A>(url: string, use: (admin: Client) => Promise<A>): Promise<A> => {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    return await use(admin)
  } finally {
    await admin.end()
  }
}

/** What the names of its databases begin with. */
export const prefixOf = ({ run }: TestPostgres): string => `boardwright_test_${run}`

/** Removes all databases of a run. */
export const removeDatabasesOf = (server: TestPostgres): Promise<void> =>
  withAdmin(server.url, async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [prefixOf(server)]
    )
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
  })
