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
const pool = (workers: number, queue: number) => WorkerPool.make<Job>({ script, workers, queue })
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

  it.scoped("refuses what finds the queue full, and says how many are ahead", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const [slow, next] = [job("wait"), job("answer")]
      const first = yield* started(run(slow))
      const second = yield* started(run(next))
      assert.deepStrictEqual(yield* Effect.flip(run(job("answer"))), new WorkerPool.PoolFull({ ahead: 2 }))
      yield* release(slow)
      yield* Fiber.join(first)
      assert.strictEqual(yield* Fiber.join(second), "answer 1")
    })
  )

  it.scoped("a caller that leaves does not free the thread that works for it", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const slow = job("wait")
      yield* Fiber.interrupt(yield* started(run(slow)))
      const next = yield* started(run(job("answer")))
      assert.deepStrictEqual(yield* Effect.flip(run(job("answer"))), new WorkerPool.PoolFull({ ahead: 2 }))
      yield* release(slow)
      assert.strictEqual(yield* Fiber.join(next), "answer 1")
    })
  )

  it.scoped("a job whose caller leaves while it waits is not done", () =>
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

  it.scoped("a job over which a thread ends is done again by another", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const [fragile, next] = [job("throwFirst"), job("answer")]
      const answers = yield* Effect.all([run(fragile), run(next)], { concurrency: 2 })
      assert.deepStrictEqual(answers, ["throwFirst 2", "answer 1"])
    })
  )

  it.scoped("a job over which two threads end is a defect, and the next one is done", () =>
    Effect.gen(function* () {
      const { run } = yield* pool(1, 1)
      const deadly = job("exit")
      const exit = yield* Effect.exit(run(deadly))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      assert.strictEqual(startsOf(deadly), 2)
      assert.strictEqual(yield* run(job("answer")), "answer 1")
    })
  )

  it.effect("the end of the scope ends threads at work and those that wait", () =>
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
