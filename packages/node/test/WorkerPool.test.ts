import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Scope } from "effect"
import * as WorkerPool from "../src/WorkerPool.js"

/** Counts its start in the first place; "wait" then goes on when the second place is no longer 0. */
interface Job {
  readonly kind: "answer" | "wait" | "throwFirst" | "exit"
  readonly state: Int32Array
}

const script = new URL(
  "data:text/javascript," +
    encodeURIComponent(`
      import { parentPort } from "node:worker_threads"
      parentPort.on("message", ({ kind, state }) => {
        const starts = Atomics.add(state, 0, 1) + 1
        if (kind === "wait") Atomics.wait(state, 1, 0)
        if (kind === "throwFirst" && starts === 1) throw new Error("planned")
        if (kind === "exit") process.exit(1)
        parentPort.postMessage(kind + " " + starts)
      })`)
)

const job = (kind: Job["kind"]): Job => ({ kind, state: new Int32Array(new SharedArrayBuffer(8)) })
const startsOf = (of: Job) => Atomics.load(of.state, 0)
const release = (of: Job) =>
  Effect.sync(() => {
    Atomics.store(of.state, 1, 1)
    Atomics.notify(of.state, 1)
  })
const pool = (workers: number, queue: number, more: Partial<WorkerPool.Options> = {}) =>
  WorkerPool.make<Job>({ script, workers, queue, longestWaitMillis: 20_000, jobMillis: 300, now: () => 0, ...more })
const started = <A, E>(effect: Effect.Effect<A, E>) => Effect.fork(effect).pipe(Effect.zipLeft(Effect.yieldNow()))

describe("WorkerPool", () => {
  it.scoped("does as many jobs at once as it has threads", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(2, 2)
      const [slow, quick] = [job("wait"), job("answer")]
      const waiting = yield* started(run(slow))
      assert.strictEqual(yield* run(quick), "answer 1")
      assert.strictEqual(yield* run(quick), "answer 2")
      yield* release(slow)
      assert.strictEqual(yield* Fiber.join(waiting), "wait 1")
    })
  )

  it.scoped("rejects a job at once if the queue is full, with its estimated wait", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const [slow, next] = [job("wait"), job("answer")]
      const first = yield* started(run(slow))
      const second = yield* started(run(next))
      assert.deepStrictEqual(yield* Effect.flip(run(job("answer"))), new WorkerPool.PoolFull({ waitMillis: 600 }))
      yield* release(slow)
      yield* Fiber.join(first)
      assert.strictEqual(yield* Fiber.join(second), "answer 1")
    })
  )

  it.scoped("rejects a job at once if its estimated wait is too long", () =>
    Effect.gen(function* () {
      let now = 0
      const { run } = yield* pool(2, 64, { longestWaitMillis: 1000, jobMillis: 400, now: () => now })
      const busy = [job("wait"), job("wait")]
      const working = yield* Effect.forEach(busy, (each) => started(run(each)))
      const waits = Array.from({ length: 5 }, () => job("answer"))
      const waiting = yield* Effect.forEach(waits, (each) => started(run(each)))
      // Five wait for two threads that take 400 ms: the sixth would for 1,200 ms.
      assert.deepStrictEqual(yield* Effect.flip(run(job("answer"))), new WorkerPool.PoolFull({ waitMillis: 1200 }))
      now = 400
      for (const each of busy) yield* release(each)
      for (const each of [...working, ...waiting]) yield* Fiber.join(each)
    })
  )

  it.scoped("estimates a job's duration from finished jobs and from longer running ones", () =>
    Effect.gen(function* () {
      let now = 0
      const { run } = yield* pool(1, 1, { jobMillis: 400, now: () => now })
      const estimate = Effect.fnUntraced(function* (took: number) {
        const [slow, next] = [job("wait"), job("answer")]
        const fibers = [yield* started(run(slow)), yield* started(run(next))]
        const atStart = yield* Effect.flip(run(job("answer")))
        now += took
        const atEnd = yield* Effect.flip(run(job("answer")))
        yield* release(slow)
        for (const each of fibers) yield* Fiber.join(each)
        return [atStart, atEnd].map((failure) => failure.waitMillis)
      })
      assert.deepStrictEqual(yield* estimate(1200), [800, 2400])
      // 400 + 800 / 8 = 500 after the slow one, and 7 / 8 of that after the one that took no time.
      assert.deepStrictEqual(yield* estimate(0), [875, 875])
    })
  )

  it.scoped("an interrupted caller does not free its running thread", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const slow = job("wait")
      yield* Fiber.interrupt(yield* started(run(slow)))
      const next = yield* started(run(job("answer")))
      assert.deepStrictEqual(yield* Effect.flip(run(job("answer"))), new WorkerPool.PoolFull({ waitMillis: 600 }))
      yield* release(slow)
      assert.strictEqual(yield* Fiber.join(next), "answer 1")
    })
  )

  it.scoped("a waiting job whose caller is interrupted does not run", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const [slow, left] = [job("wait"), job("answer")]
      yield* started(run(slow))
      yield* Fiber.interrupt(yield* started(run(left)))
      const next = yield* started(run(job("answer")))
      yield* release(slow)
      assert.strictEqual(yield* Fiber.join(next), "answer 1")
      assert.strictEqual(startsOf(left), 0)
    })
  )

  it.scoped("a job whose thread exits is run again in another", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const [fragile, next] = [job("throwFirst"), job("answer")]
      const answers = yield* Effect.all([run(fragile), run(next)], { concurrency: 2 })
      assert.deepStrictEqual(answers, ["throwFirst 2", "answer 1"])
    })
  )

  it.scoped("a job whose threads exit twice is a defect, and the next one runs", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const deadly = job("exit")
      const exit = yield* Effect.exit(run(deadly))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      assert.strictEqual(startsOf(deadly), 2)
      assert.strictEqual(yield* run(job("answer")), "answer 1")
    })
  )

  it.effect("the end of the scope ends running and idle threads", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { run } = yield* Scope.extend(pool(1, 1), scope)
      const working = yield* started(run(job("wait")))
      const waiting = yield* started(run(job("answer")))
      yield* Scope.close(scope, Exit.void)
      const exits = [yield* Fiber.await(working), yield* Fiber.await(waiting), yield* Effect.exit(run(job("answer")))]
      assert.isTrue(exits.every((exit) => Exit.isFailure(exit) && Cause.isDie(exit.cause)))
    })
  )
})
