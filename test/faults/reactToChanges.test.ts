import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { asUser, type Boardwright, createBoardwright, operator, postgres, sqlite } from "@boardwright/embed"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from "vitest"
import { newDatabase } from "../support/postgres/databases.js"
import { print } from "./Load.js"
import { Receiver } from "../support/Receiver.js"

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const SCRIPT = fileURLToPath(new URL("../../examples/react-to-changes/dist/index.js", import.meta.url))
/** Where a bundle finds the driver of SQLite, which it requires by name. */
const NODE_PATH = fileURLToPath(new URL("../../node_modules", import.meta.url))
/** Waits until a check succeeds: for what lasts only milliseconds `soon`, else without a load on the processor. */
const until = <A>(check: () => A | Promise<A>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })
const soon = <A>(check: () => A | Promise<A>) => vi.waitFor(check, { timeout: 60_000, interval: 5 })

/** Waits for a post and answers it and those that follow with a status. */
const posted = (receiver: Receiver, status: number): Promise<void> =>
  new Promise((resolve) => {
    receiver.respond = (response) => {
      response.writeHead(status).end()
      resolve()
    }
  })

const kill = async (child: ChildProcess): Promise<void> => {
  child.kill("SIGKILL")
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
}

let parent = ""
let bundle = ""
// In one file, which starts in a third of the time.
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), "boardwright-react-"))
  bundle = join(parent, "app.mjs")
  await build({
    entryPoints: [SCRIPT],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["pg-native"],
    banner: {
      js: 'import { createRequire as createRequireOfNode } from "node:module"; const require = createRequireOfNode(import.meta.url)'
    }
  })
})
afterAll(() => rmSync(parent, { recursive: true }))

interface World {
  readonly hub: Boardwright
  readonly receiver: Receiver
  /** Starts the app, bundled unless `script` is the app as it is built. */
  readonly spawn: (script?: string) => ChildProcess
  /** Creates a task that is done, and returns its id. */
  readonly finish: () => Promise<string>
  /** The consumer as storage has it. */
  readonly consumer: () => Promise<Awaited<ReturnType<Boardwright["changes"]["consumers"]>>[number]>
}

const given = async ({ onTestFinished }: Pick<TestContext, "onTestFinished">, databaseUrl?: string): Promise<World> => {
  const directory = mkdtempSync(join(parent, "app-"))
  const storage = databaseUrl === undefined ? sqlite(join(directory, "app.db")) : postgres({ url: databaseUrl })
  const hub = await createBoardwright({ storage, jwtSecret: "a secret of at least thirty-two bytes" })
  const receiver = new Receiver(({ taskId }) => taskId)
  const webhook = await receiver.listen()
  const children: Array<ChildProcess> = []
  onTestFinished(async () => {
    receiver.close()
    await Promise.all(children.map(kill))
    await hub.close()
  })
  const ada = hub.as(asUser("ada"))
  const { id: workspaceId } = await ada.workspaces.create({ name: "Garden" })
  const { id: boardId } = await ada.boards.create({ name: "Spring", workspaceId })
  return {
    hub,
    receiver,
    spawn: (script = bundle) => {
      const database = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
      const env = { PATH: process.env["PATH"], NODE_PATH, WEBHOOK_URL: webhook, ...database }
      const child = spawn(process.execPath, [script], { cwd: directory, env, stdio: "ignore" })
      children.push(child)
      return child
    },
    finish: async () => (await ada.tasks.create({ boardId, name: "Sow peas", status: "done" })).id,
    consumer: async () => {
      const [consumer] = await hub.changes.consumers(operator)
      if (consumer === undefined) throw new Error("there is no consumer yet")
      return consumer
    }
  }
}

/** What is waited for before a kill. */
const STEPS: Readonly<Record<string, (world: World, child: ChildProcess) => Promise<unknown>>> = {
  "as it starts": (_, child) => once(child, "spawn"),
  "with the lease": ({ consumer }) =>
    soon(async () => expect(Date.parse((await consumer()).dueAt)).toBeGreaterThan(Date.now())),
  "while the post is not answered": ({ receiver }) =>
    new Promise<void>((resolve) => {
      receiver.respond = () => resolve()
    }),
  "when the post is answered": ({ receiver }, child) =>
    new Promise<void>((resolve) => {
      receiver.respond = (response) => {
        response.on("finish", () => {
          child.kill("SIGKILL")
          resolve()
        })
        response.end()
      }
    }),
  "when the position is stored": async ({ consumer, receiver }) => {
    await posted(receiver, 200)
    await soon(async () => expect((await consumer()).behind).toBe(0))
  },
  "in the pause after a failure": async ({ consumer, receiver }) => {
    await posted(receiver, 500)
    await soon(async () => expect((await consumer()).attempts).toBeGreaterThan(0))
  },
  "while it closes": async ({ receiver }, child) => {
    await new Promise<void>((resolve) => {
      receiver.respond = () => resolve()
    })
    child.kill("SIGTERM")
  }
}

// They mostly wait for leases.
describe.concurrent.each([
  ["SQLite", async () => undefined],
  ["PostgreSQL", async () => (await newDatabase()).url]
])("an app that posts when a task is done, on %s", (database, urlOf) => {
  it("posts each at least once and in order, killed (SIGKILL) at every step", async (test) => {
    const world = await given(test, await urlOf())
    const { consumer, finish, receiver } = world
    const first = world.spawn(SCRIPT)
    await until(consumer)
    await kill(first)
    const done: Array<string> = []
    for (const reached of Object.values(STEPS)) {
      done.push(await finish(), await finish())
      receiver.respond = (response) => response.end()
      const child = world.spawn()
      await reached(world, child)
      await kill(child)
      done.push(await finish())
    }
    receiver.respond = (response) => response.end()
    world.spawn()
    await until(() => expect(receiver.distinct).toEqual(done))
    await until(async () => expect(await consumer()).toMatchObject({ behind: 0, attempts: 0 }))
    const { length } = receiver.received
    print(`${database}: ${done.length} changes, ${Object.keys(STEPS).length + 1} kills, ${length} posts, none lost`)
    expect(length).toBeLessThan(2 * done.length)
    expect(receiver.atOnce).toBe(1)
  })
})

it.concurrent("another instance on the same PostgreSQL goes on when one is killed", async (test) => {
  const world = await given(test, (await newDatabase()).url)
  const { consumer, finish, receiver } = world
  const first = world.spawn()
  await until(async () => expect(Date.parse((await consumer()).dueAt)).toBeGreaterThan(Date.now()))
  world.spawn()
  const done = [await finish()]
  await until(() => expect(receiver.received).toEqual(done))
  const held = new Promise<void>((resolve) => {
    receiver.respond = () => resolve()
  })
  done.push(await finish(), await finish())
  await held
  receiver.respond = (response) => response.end()
  await kill(first)
  const from = performance.now()
  await until(() => expect(receiver.distinct).toEqual(done))
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  print(`PostgreSQL: the other instance went on ${seconds} s after the kill; ${receiver.received.length} posts`)
  expect([receiver.received.length, receiver.atOnce]).toEqual([done.length + 1, 1])
})
