import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Postgres from "@boardwright/postgres"
import * as Sqlite from "@boardwright/sqlite"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { LAUNCHER, runCommand } from "../support/childServer.js"
import { newEmptyDatabase } from "../support/postgres/databases.js"
import { TcpProxy } from "../support/postgres/TcpProxy.js"
import { type PostgresServer, startPostgres } from "../support/postgres/startPostgres.js"
import { get, standaloneServers, UNLIMITED } from "../support/standalone.js"
import { print } from "./Load.js"
import { program } from "./tools.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 240_000 })

const KILLS = 8
const AT_ONCE = 4
const JWT_SECRET = "a-secret-of-the-tests-of-32-bytes"
const UP = ["migrate", "up"]

/** Checks that the next start completes the migrations and serves. */
const expectToStart = async (name: string, environment: { readonly DATABASE_URL?: string }): Promise<void> => {
  const server = await servers.start(name, { ...UNLIMITED, ...environment })
  expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
  const { DATABASE_URL: url } = environment
  // What `boardwright migrate status` prints. `/api/health/ready` looks for the newest migration only.
  const { pending } = await Effect.runPromise(
    url === undefined
      ? Sqlite.migrationStatus({ filename: join(server.dataDir, "boardwright.db") })
      : Postgres.migrationStatus({ url })
  )
  expect(pending).toEqual([])
  expect(await server.stop("SIGKILL")).toBe("SIGKILL")
}

const expectAllAtOnceToSucceed = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  const all = Array.from({ length: AT_ONCE }, () => runCommand(UP, environment))
  const ends = await Promise.all(all.map(async ({ ended, stderr }) => [await ended, stderr()]))
  expect(ends.filter(([code]) => code !== 0)).toEqual([])
}

describe("on SQLite", () => {
  /** Migrates an empty folder, killed at its n-th file write unless null; returns the number of writes. */
  const writes = async (dataDir: string, at: number | null): Promise<number> => {
    const log = `${dataDir}.trace`
    const inject = at === null ? [] : ["-e", `inject=pwrite64:signal=KILL:when=${at}`]
    const parameters = ["-f", "-e", "trace=pwrite64", ...inject, "-o", log, process.execPath, LAUNCHER, ...UP]
    const env = { PATH: process.env["PATH"], DATA_DIR: dataDir }
    const [code, signal] = await once(spawn(program("strace"), parameters, { env, stdio: "ignore" }), "exit")
    expect([code, signal]).toEqual(at === null ? [0, null] : [null, "SIGKILL"])
    return readFileSync(log, "latin1").split("pwrite64(").length - 1
  }

  it(`a migration killed at any of ${KILLS} file writes is completed by the next start`, async () => {
    const all = await writes(join(servers.directory, "whole"), null)
    expect(all).toBeGreaterThan(KILLS)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = 1 + Math.floor((kill * (all - 1)) / (KILLS - 1))
      const name = `killed-${at}`
      await writes(join(servers.directory, name), at)
      await expectToStart(name, {})
    }
    print(`SQLite: killed at ${KILLS} of ${all} writes of a migration, each next start succeeded`)
  })

  it(`${AT_ONCE} at once on an empty folder all succeed`, async () => {
    const DATA_DIR = join(servers.directory, "together")
    await expectAllAtOnceToSucceed({ DATA_DIR })
    await expectToStart("together", {})
  })
})

describe("on PostgreSQL", () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres({ settings: { fsync: "on" } })
  })
  afterAll(() => postgres.remove())

  const environmentOf = async () => {
    const database = await newEmptyDatabase({ url: postgres.url, run: "faults" })
    return { DATABASE_URL: database.url, JWT_SECRET }
  }

  /** Migrates, killed at the n-th message to the database or its answer unless null; returns the number of messages. */
  const messages = async (
    environment: Readonly<Record<"DATABASE_URL" | "JWT_SECRET", string>>,
    kill: { readonly at: number; readonly what: "message" | "answer" } | null
  ): Promise<number> => {
    const proxy = await TcpProxy.before(postgres.port)
    const child = runCommand(UP, { ...environment, DATABASE_URL: proxy.via(environment.DATABASE_URL) })
    if (kill !== null) proxy.endAt(kill.at, kill.what, () => child.process.kill("SIGKILL"))
    expect(await child.ended).toBe(kill === null ? 0 : "SIGKILL")
    await proxy.close()
    return proxy.messages
  }

  it(`a migration killed at any of ${KILLS} messages is completed by the next start`, async () => {
    const all = await messages(await environmentOf(), null)
    expect(all).toBeGreaterThan(KILLS)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = 1 + Math.floor((kill * (all - 1)) / (KILLS - 1))
      const environment = await environmentOf()
      // Either the database never got the message, or its answer was lost. The last message, which ends the connection, has
      // no answer.
      expect(await messages(environment, { at, what: kill % 2 === 0 ? "answer" : "message" })).toBe(at)
      await expectToStart("killed-postgres", environment)
    }
    print(`PostgreSQL: killed at ${KILLS} of ${all} messages of a migration, each next start succeeded`)
  })

  it(`${AT_ONCE} at once on an empty database all succeed`, async () => {
    const environment = await environmentOf()
    await expectAllAtOnceToSucceed(environment)
    await expectToStart("together-postgres", environment)
  })
})
