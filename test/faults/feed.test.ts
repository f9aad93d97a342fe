import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, expect, it, vi } from "vitest"
import { get, type Standalone, standaloneServers } from "../support/standalone.js"
import { DATABASES, databases, newBoard, somebody } from "./given.js"
import { Load, print } from "./Load.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 240_000 })

const KILLS = 5
const AGAIN_MILLIS = 20

interface Change {
  readonly id: string
  readonly position: number
  readonly fields: { readonly name: { readonly to: string } }
}

/** Reads the feed of a board from its start, on the servers in turn, until told to end at the head. */
class Follower {
  readonly changes: Array<Change> = []
  #cursor = ""
  #ends = false
  readonly #read: Promise<void>

  constructor(
    private readonly path: string,
    private readonly token: string,
    private readonly on: ReadonlyArray<Standalone>
  ) {
    this.#read = this.#follow()
  }

  /** Resolves when everything is read that was committed before the call. */
  end(): Promise<void> {
    this.#ends = true
    return this.#read
  }

  async #follow(): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const server = this.on[turn % this.on.length]
      if (server === undefined) throw new Error("there is no server to read from")
      const isLast = this.#ends
      const since = this.#cursor === "" ? "" : `&since=${this.#cursor}`
      const answer = await get(server, `${this.path}${since}`, this.token).catch(() => null)
      if (answer === null || answer.status === 503) {
        await sleep(AGAIN_MILLIS)
        continue
      }
      if (answer.status !== 200) throw new Error(`the feed answered ${answer.status}`)
      this.changes.push(...answer.body.changes)
      this.#cursor = answer.body.cursor
      if (isLast && answer.body.hasMore === false) return
    }
  }
}

it.each(DATABASES)("kills under writes lose, double and move no change of the feed, on %s", async (database) => {
  const kept = await databases[database]()
  afterAll(kept.remove)
  const start = (name: string) => servers.start(`${database} ${name}`, kept.environment)
  const first = await start("first")
  // Before there is another instance, which could write the mail to its own folder.
  const kit = await somebody(first, "kit")
  // SQLite is served by one instance.
  const second = database === "SQLite" ? first : await start("second")
  const instances: [Standalone, Standalone] = [first, second]
  const { boardId } = await newBoard(first, kit, "Watched")
  const { token } = kit
  const path = `/api/changes?boardId=${boardId}&types=task.created&limit=500`
  const followers = [new Follower(path, token, instances), new Follower(path, token, instances)]
  const load = new Load({ instances, token, boardId })

  for (let kill = 0; kill < KILLS; kill += 1) {
    await load.more(50, [201])
    instances[0].process.kill("SIGKILL")
    await instances[0].ended
    const again = await start("first")
    if (instances[1] === instances[0]) instances[1] = again
    instances[0] = again
  }
  await load.more(50, [201])
  await load.stop()
  await load.assertNothingLost(instances[0])
  await Promise.all(followers.map((follower) => follower.end()))

  const whole = new Follower(path, token, [instances[1]])
  await whole.end()
  const names = whole.changes.map(({ fields }) => fields.name.to)
  expect(new Set(names).size).toBe(names.length)
  const { body } = await get(instances[0], `/api/tasks?boardId=${boardId}&limit=1`, token)
  expect(names).toHaveLength(body.pagination.total)
  expect(load.acknowledged.filter((name) => !names.includes(name))).toEqual([])
  for (const { changes } of followers) expect(changes).toEqual(whole.changes)
  print(`${database}: ${KILLS} kills, ${names.length} changes read by two followers, none lost, doubled or moved`)
})
