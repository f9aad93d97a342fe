import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { expect, vi } from "vitest"
import { get, type Standalone } from "../support/standalone.js"
import type { TwoInstances } from "./twoInstances.js"
import { errorBody } from "../support/errorBody.js"

type Served = Pick<TwoInstances, "boardId" | "instances" | "token">

/** The outcome of a request. */
export interface Outcome {
  readonly instance: number
  /** 0 if the connection was refused or lost, or the request timed out. */
  readonly status: number
  readonly body: unknown
  readonly millis: number
}

const PATIENCE_MILLIS = 20_000
const AGAIN_MILLIS = 20

/** Prints a figure. */
export const print = (figure: string): void => void process.stdout.write(`${figure}\n`)

/** Sends a request and records its outcome and duration. */
export const send = async (
  { instances, token }: Served,
  instance: 0 | 1,
  path: string,
  body?: unknown
): Promise<Outcome> => {
  const start = performance.now()
  const outcome = (status: number, body: unknown) => ({ instance, status, body, millis: performance.now() - start })
  try {
    const response = await fetch(instances[instance].url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MILLIS)
    })
    return outcome(response.status, await response.json())
  } catch (error) {
    return outcome(0, error)
  }
}

/** Clients that create tasks one after another on both instances until they are stopped. */
export class Load {
  readonly acknowledged: Array<string> = []
  readonly outcomes: Array<Outcome> = []
  readonly #prefix = `load ${randomUUID()}`
  #attempted = 0
  #stopped = false
  readonly #clients: ReadonlyArray<Promise<void>>

  constructor(
    private readonly world: Served,
    clientsEach = 4
  ) {
    const clients = Array.from({ length: 2 * clientsEach }, (_, index) => (index % 2 === 0 ? 0 : 1))
    this.#clients = clients.map((instance) => this.#run(instance))
  }

  /** How many requests had one of these statuses, on one instance or on both. */
  count(statuses: ReadonlyArray<number>, instance?: number): number {
    return this.outcomes.filter(
      (each) => statuses.includes(each.status) && (instance === undefined || each.instance === instance)
    ).length
  }

  /** Waits until `count` more requests have had one of these statuses. */
  async more(count: number, statuses: ReadonlyArray<number>, instance?: number): Promise<void> {
    const before = this.count(statuses, instance)
    await vi.waitFor(() => assert(this.count(statuses, instance) >= before + count, "too few such responses"), {
      timeout: 30_000,
      interval: 5
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }

  /** Checks that every acknowledged task exists once, and that no task exists that was not requested. */
  async assertNothingLost(on: Standalone): Promise<void> {
    const names: Array<string> = []
    for (let page = 1; ; page += 1) {
      const path = `/api/tasks?boardId=${this.world.boardId}&limit=1000&page=${page}`
      const { body, status } = await get(on, path, this.world.token)
      assert.equal(status, 200)
      const all: ReadonlyArray<string> = body.tasks.map(({ name }: { readonly name: string }) => name)
      names.push(...all.filter((name) => name.startsWith(this.#prefix)))
      if (body.tasks.length < 1000) break
    }
    const found = new Set(names)
    const lost = this.acknowledged.filter((name) => !found.has(name))
    assert.deepEqual(lost, [])
    assert.equal(names.length, found.size)
    assert(found.size <= this.#attempted)
    const kinds = [201, 503, 500, 0].map((status) => `${this.count([status])} x ${status}`)
    print(
      `${this.acknowledged.length} acknowledged and stored, ${found.size} stored in all; responses: ${kinds.join(", ")}`
    )
  }

  async #run(instance: 0 | 1): Promise<void> {
    while (!this.#stopped) {
      this.#attempted += 1
      const name = `${this.#prefix} ${this.#attempted}`
      const outcome = await send(this.world, instance, "/api/tasks", { boardId: this.world.boardId, name })
      this.outcomes.push(outcome)
      if (outcome.status === 201) this.acknowledged.push(name)
      else await new Promise((resolve) => setTimeout(resolve, AGAIN_MILLIS))
    }
  }
}

/** Checks failures: 503, or 500 if it is unknown whether the write was done, within 10 s. */
export const assertProperFailures = (outcomes: ReadonlyArray<Outcome>): void => {
  const refusals = outcomes.filter(({ status }) => status !== 200 && status !== 201)
  for (const { body, millis, status } of refusals) {
    expect([500, 503]).toContain(status)
    expect(body).toEqual(errorBody(status === 503 ? "Service unavailable" : "Internal server error"))
    expect(millis).toBeLessThan(10_000)
  }
}

/** Repeats a write until it succeeds; returns how long that took, in ms. */
export const millisUntilServed = async (world: Served, instance: 0 | 1): Promise<number> => {
  const start = performance.now()
  await vi.waitFor(
    async () => {
      const name = `back on ${instance} at ${performance.now()}`
      expect(await send(world, instance, "/api/tasks", { boardId: world.boardId, name })).toMatchObject({ status: 201 })
    },
    { timeout: 30_000, interval: 10 }
  )
  return performance.now() - start
}
