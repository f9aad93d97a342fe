import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Inbox } from "../support/inbox.js"
import { type PostgresServer, promote, rejoin, startStandby } from "../support/postgres/startPostgres.js"
import { TcpProxy } from "../support/postgres/TcpProxy.js"
import { withAdmin } from "../support/postgres/TestPostgres.js"
import { get, post } from "../support/standalone.js"
import { assertProperFailures, Load, millisUntilServed, print, send } from "./Load.js"
import { twoInstances } from "./twoInstances.js"

/** Requests that may fail where instances wait for a server that accepts writes. */
const FEW = 20

interface World {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  readonly balancer: TcpProxy
}

/**
 * Makes a server refuse writes, on the connections that it has too, and waits until its standby has all it wrote. The
 * second reload is handled when the first has reached every connection: no later transaction writes.
 */
const makeReadOnly = (server: PostgresServer): Promise<void> =>
  withAdmin(server.url, async (admin) => {
    const first = (query: string, values: ReadonlyArray<string> = []) =>
      vi.waitUntil(async () => (await admin.query(query, [...values])).rows[0], { timeout: 20_000 })
    await admin.query("alter system set default_transaction_read_only = on")
    for (const _ of ["reaches every connection", "tells that the first has"]) {
      const { before } = await first("select pg_conf_load_time()::text before, pg_reload_conf()")
      await first("select where pg_conf_load_time() > $1", [before])
    }
    const { written } = await first(
      `select pg_current_wal_lsn() written where not exists (select from pg_stat_activity
        where backend_type = 'client backend' and xact_start < pg_conf_load_time())`
    )
    await first("select from pg_stat_replication where replay_lsn >= $1", [written])
  })

const behind = async ({ balancer, primary, standby }: World): Promise<void> => {
  await makeReadOnly(primary)
  await promote(standby)
  balancer.leadTo(standby.port)
}

/** Each switchover: the address that the instances have, what is done to the servers, and how many requests may fail. */
const SWITCHOVERS: ReadonlyArray<
  readonly [
    name: string,
    address: (world: World) => string,
    switchOver: (world: World, load: Load) => Promise<void>,
    most: number
  ]
> = [
  ["a balancer that keeps its connections", ({ balancer, primary }) => balancer.via(primary.url), behind, Infinity],
  [
    "such a balancer and target_session_attrs",
    ({ balancer, primary }) => `${balancer.via(primary.url)}?target_session_attrs=read-write`,
    behind,
    FEW
  ],
  [
    "a balancer that leads to the standby before its promotion",
    ({ balancer, primary }) => balancer.via(primary.url),
    async ({ balancer, primary, standby }, load) => {
      await primary.stop("fast")
      balancer.leadTo(standby.port)
      await Promise.all([load.more(5, [503], 0), load.more(5, [503], 1)])
      await promote(standby)
    },
    Infinity
  ],
  [
    "both servers in DATABASE_URL",
    ({ primary, standby }) => primary.url.replace(/(:\d+)\//, `$1,127.0.0.1:${standby.port}/`),
    async ({ primary, standby }) => {
      await primary.stop("fast")
      await promote(standby)
      await rejoin(primary, standby)
    },
    FEW
  ]
]

describe.each(SWITCHOVERS)("with %s", (name, address, switchOver, most) => {
  const inbox = new Inbox()
  let world: World | undefined
  let deliveries = 0
  const receiver = createServer((request, response) => {
    deliveries += 1
    request.resume().on("end", () => response.end())
  }).listen(0, "127.0.0.1")
  beforeAll(() => inbox.up())
  afterAll(async () => {
    receiver.close()
    await Promise.all([inbox.down(), world?.standby.remove(), world?.balancer.close()])
  })
  const given = twoInstances(inbox, async (primary) => {
    const standby = await startStandby(primary, { settings: { fsync: "on" } })
    world = { primary, standby, balancer: await TcpProxy.before(primary.port) }
    return {
      DATABASE_URL: address(world),
      SECRETS_KEY: "0b".repeat(32),
      WEBHOOK_ALLOWED_HOSTS: "127.0.0.1"
    }
  })

  it("a switchover under writes loses nothing, few requests fail, and everything goes on", async () => {
    if (!receiver.listening) await once(receiver, "listening")
    const two = given()
    const { boardId, instances, token } = two
    const load = new Load(two)
    await load.more(200, [201])
    const { body: before } = await get(instances[0], "/api/changes?since=now", token)
    await switchOver(world!, load)
    const back = await Promise.all([millisUntilServed(two, 0), millisUntilServed(two, 1)])
    await Promise.all([load.more(100, [201], 0), load.more(100, [201], 1)])
    await load.stop()
    assertProperFailures(load.outcomes)
    print(`${name}: served again ${back.map(Math.round).join(" and ")} ms after the switchover`)
    await load.assertNothingLost(instances[0])
    // At most one write of each client is in doubt.
    expect(load.count([500])).toBeLessThanOrEqual(8)
    expect(load.count([500, 503])).toBeLessThanOrEqual(most)

    for (const [at, instance] of instances.entries()) {
      expect(await get(instance, "/api/health")).toMatchObject({ status: 200 })
      const email = `after-${at}@example.com`
      await post(instance, "/api/auth/signup", { name: "After", email, password: "a long password" })
      await inbox.nextTo(email)
    }
    // A standby may lack what followers have read.
    for (const instance of instances)
      expect(await get(instance, `/api/changes?since=${before.cursor}`, token)).toMatchObject({ status: 410 })
    const { body: position } = await get(instances[0], "/api/changes?since=now", token)
    const { port } = receiver.address() as AddressInfo
    const webhook = { boardId, url: `http://127.0.0.1:${port}/`, types: ["task.created"] }
    expect(await send(two, 0, "/api/webhooks", webhook)).toMatchObject({ status: 201 })
    expect(await send(two, 1, "/api/tasks", { boardId, name: "after" })).toMatchObject({ status: 201 })
    await vi.waitFor(
      async () => {
        const { body: page } = await get(instances[1], `/api/changes?since=${position.cursor}`, token)
        expect(page.changes).toContainEqual(expect.objectContaining({ type: "task.created" }))
        expect(deliveries).toBe(1)
      },
      { timeout: 20_000 }
    )
  })
})
