import { randomBytes } from "node:crypto"
import type { TestProject } from "vitest/node"
import { POOL_MODES, startPgBouncer } from "./PgBouncer.js"
import { startPostgres } from "./startPostgres.js"
import { removeDatabasesOf, type TestPostgres, withAdmin } from "./TestPostgres.js"

declare module "vitest" {
  export interface ProvidedContext {
    /** The PostgreSQL of this run. */
    readonly postgres: TestPostgres
  }
}

const assertUsable = (url: string): Promise<void> =>
  withAdmin(url, async (admin) => {
    const { rowCount } = await admin.query(
      "select from pg_roles where rolname = current_user and (rolsuper or rolcreatedb)"
    )
    if (rowCount === 0) throw new Error("its user may not create databases")
  }).catch((error: unknown) => {
    throw new Error(`TEST_DATABASE_URL is of no use to the tests: ${String(error)}`, { cause: error })
  })

const openServer = async (run: string) => {
  const given = process.env["TEST_DATABASE_URL"]
  if (given === undefined || given === "") {
    const server = await startPostgres()
    return { url: server.url, close: server.remove }
  }
  await assertUsable(given)
  return { url: given, close: () => removeDatabasesOf({ url: given, run }) }
}

/**
 * One PostgreSQL for the run: that of TEST_DATABASE_URL, whose user may create databases, or one that is started. Tests
 * whose configuration sets TEST_PGBOUNCER to a mode reach it through a PgBouncer in this mode.
 */
export default async ({ config, provide }: TestProject): Promise<() => Promise<void>> => {
  const run = randomBytes(6).toString("hex")
  const { close, url } = await openServer(run)
  // Its type lacks that there may be none.
  const { TEST_PGBOUNCER } = { ...config.env }
  const mode = POOL_MODES.find((each) => each === TEST_PGBOUNCER)
  const pooler = mode && (await startPgBouncer(url, mode))
  provide("postgres", { url, run, poolerPort: pooler?.port })
  return async () => {
    await pooler?.stop()
    await close()
  }
}
