import { Mail, Ports, type System, type Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aMailJob } from "../fixtures.js"
import { contract, type Steps, type Suite, type Test } from "./Suite.js"
import { atOnce, whileHeld } from "./support.js"

// A claim also takes the jobs of other tests. So each test has its own day, and a later test an earlier day: the jobs
// of an earlier test are not due yet.
let daysBack = 0

interface Day {
  readonly queue: typeof Mail.MailQueue.Service
  /** An instant of the day. */
  readonly minute: (minute: number) => Values.Timestamp.Timestamp
  /** Stores a job that is due at this minute of the day. */
  readonly enqueue: (
    dueMinute: number,
    overrides?: Partial<Mail.MailJob>
  ) => Effect.Effect<Mail.MailJob, Ports.StorageUnavailable>
}

type Needs = Mail.MailQueue | Ports.Transactor | System.DatabaseState

/** A test on its own day, whose jobs are removed after it. */
const onADay = (it: Test<Needs>, name: string, steps: (day: Day) => Steps<Needs>): void => {
  it(name, function* () {
    const queue = yield* Mail.MailQueue
    const midnight = Date.UTC(2019, 0, 1) - ++daysBack * 86_400_000
    const minute = (minutes: number) =>
      new Date(midnight + minutes * 60_000).toISOString() as Values.Timestamp.Timestamp
    const ids: Array<string> = []
    const enqueue = (dueMinute: number, overrides: Partial<Mail.MailJob> = {}) => {
      const job = aMailJob({ createdAt: minute(0), dueAt: minute(dueMinute), ...overrides })
      ids.push(job.id)
      return Effect.as(queue.enqueue(job), job)
    }
    const clear = Effect.suspend(() => Effect.forEach(ids, queue.remove, { discard: true }))
    yield* Effect.ensuring(
      Effect.gen(() => steps({ queue, minute, enqueue })),
      Effect.orDie(clear)
    )
  })
}

/** The contract of `MailQueue`. */
export const mailQueueSuite: Suite<Needs> = (it) => {
  onADay(it, "returns a due job as it was stored", function* ({ enqueue, minute, queue }) {
    const first = yield* enqueue(1, { purpose: "reset", email: "o'neil+x@example.test" })
    const second = yield* enqueue(2, { attempts: 3, purpose: "webhookDisabled", subjectId: "a webhook" })
    assert.deepStrictEqual(yield* queue.claim(minute(2), minute(10), 9), [first, second])
  })

  onADay(it, "merges a job into the one with its id, which stays as it is", function* ({ enqueue, minute, queue }) {
    const job = yield* enqueue(1, { purpose: "notification", email: "", subjectId: "a user" })
    yield* atOnce(10, (at) => queue.merge({ ...job, dueAt: minute(at), attempts: 2 }))
    const other = { ...job, id: `${job.id}+`, dueAt: minute(2) }
    yield* queue.merge(other)
    const jobs = yield* queue.claim(minute(2), minute(10), 9)
    yield* queue.remove(other.id)
    assert.deepStrictEqual(jobs, [job, other])
  })

  onADay(it, "returns no job before it is due", function* ({ enqueue, minute, queue }) {
    const job = yield* enqueue(5)
    assert.deepStrictEqual(yield* queue.claim(minute(4), minute(10), 9), [])
    assert.deepStrictEqual(yield* queue.claim(minute(5), minute(10), 9), [job])
  })

  onADay(it, "returns no job while the database is held", function* ({ enqueue, minute, queue }) {
    const job = yield* enqueue(5)
    assert.deepStrictEqual(yield* whileHeld(queue.claim(minute(5), minute(10), 9)), [])
    assert.deepStrictEqual(yield* queue.claim(minute(5), minute(10), 9), [job])
  })

  onADay(it, "returns the oldest due jobs first, up to the limit", function* ({ enqueue, minute, queue }) {
    const [third, first, fourth, second] = [yield* enqueue(3), yield* enqueue(1), yield* enqueue(4), yield* enqueue(2)]
    assert.deepStrictEqual(yield* queue.claim(minute(9), minute(20), 2), [first, second])
    assert.deepStrictEqual(yield* queue.claim(minute(9), minute(20), 2), [third, fourth])
    assert.deepStrictEqual(yield* queue.claim(minute(9), minute(20), 2), [])
  })

  onADay(it, "gives each job to one of several concurrent callers", function* ({ enqueue, minute, queue }) {
    const jobs = yield* Effect.forEach(Array.from({ length: 30 }), (_, index) => enqueue(index % 5))
    const claim = queue.claim(minute(9), minute(20), 3)
    const claimed = (yield* atOnce(20, () => claim)).flat()
    const rest: Array<Mail.MailJob> = []
    for (let more = yield* claim; more.length > 0; more = yield* claim) rest.push(...more)
    const ids = [...claimed, ...rest].map(({ id }) => id)
    assert.deepStrictEqual(ids.toSorted(), jobs.map(({ id }) => id).toSorted())
  })

  onADay(
    it,
    "gives a job whose lease ended to the next caller, without counting an attempt",
    function* ({ enqueue, minute, queue }) {
      const job = yield* enqueue(1)
      assert.deepStrictEqual(yield* queue.claim(minute(2), minute(10), 9), [job])
      assert.deepStrictEqual(yield* queue.claim(minute(9), minute(20), 9), [])
      assert.deepStrictEqual(yield* queue.claim(minute(11), minute(20), 9), [job])
      assert.deepStrictEqual(yield* queue.claim(minute(12), minute(30), 9), [])
    }
  )

  onADay(it, "removes a job, leased or not", function* ({ enqueue, minute, queue }) {
    const leased = yield* enqueue(1)
    yield* queue.claim(minute(2), minute(10), 9)
    const free = yield* enqueue(1)
    const kept = yield* enqueue(2)
    for (const id of [leased.id, free.id, free.id]) yield* queue.remove(id)
    assert.deepStrictEqual(yield* queue.claim(minute(60), minute(70), 9), [kept])
  })

  onADay(
    it,
    "postponing counts an attempt, ends the lease and makes the job due later",
    function* ({ enqueue, minute, queue }) {
      const job = yield* enqueue(1)
      for (const attempts of [0, 1, 2]) {
        const due = 1 + attempts * 10
        const expected = { ...job, attempts, dueAt: minute(due) }
        assert.deepStrictEqual(yield* queue.claim(minute(due - 1), minute(600), 9), [])
        assert.deepStrictEqual(yield* queue.claim(minute(due), minute(600), 9), [expected])
        yield* queue.postpone(job.id, minute(600), minute(due + 10))
      }
    }
  )

  onADay(it, "postponing after the end of the lease changes nothing", function* ({ enqueue, minute, queue }) {
    const job = yield* enqueue(1)
    yield* queue.claim(minute(2), minute(10), 9)
    assert.deepStrictEqual(yield* queue.claim(minute(10), minute(20), 9), [job])
    yield* queue.postpone(job.id, minute(10), minute(11))
    assert.deepStrictEqual(yield* queue.claim(minute(19), minute(30), 9), [])
    yield* queue.postpone(job.id, minute(20), minute(12))
    yield* queue.postpone(job.id, minute(20), minute(13))
    const later = { ...job, attempts: 1, dueAt: minute(12) }
    assert.deepStrictEqual(yield* queue.claim(minute(19), minute(30), 9), [later])
  })

  onADay(it, "putting off makes a job like one that is requested then, for its lease only", function* (day) {
    const { enqueue, minute, queue } = day
    const job = yield* enqueue(1)
    yield* queue.claim(minute(2), minute(10), 9)
    yield* queue.putOff(job.id, minute(9), minute(30))
    assert.deepStrictEqual(yield* queue.claim(minute(10), minute(20), 9), [job])
    yield* queue.putOff(job.id, minute(20), minute(30))
    assert.deepStrictEqual(yield* queue.claim(minute(29), minute(40), 9), [])
    const later = { ...job, createdAt: minute(30), dueAt: minute(30) }
    assert.deepStrictEqual(yield* queue.claim(minute(30), minute(40), 9), [later])
  })

  onADay(
    it,
    "reports whether a job is older than an instant, leased or not, until it is removed",
    function* ({ enqueue, minute, queue }) {
      const job = yield* enqueue(9, { createdAt: minute(5) })
      const older = (at: number, due: number) => queue.hasOlder(minute(at), minute(due))
      assert.deepStrictEqual([yield* older(5, 10), yield* older(6, 10), yield* older(6, 9)], [false, true, false])
      yield* queue.claim(minute(10), minute(20), 9)
      assert.isTrue(yield* older(6, 10))
      yield* queue.postpone(job.id, minute(20), minute(30))
      assert.deepStrictEqual([yield* older(6, 30), yield* older(6, 31)], [false, true])
      yield* queue.remove(job.id)
      assert.isFalse(yield* older(6, 31))
    }
  )

  onADay(
    it,
    "postponing moves a job behind those that are due before, and changes no other",
    function* ({ enqueue, minute, queue }) {
      const first = yield* enqueue(1)
      const second = yield* enqueue(2)
      yield* queue.claim(minute(2), minute(600), 1)
      yield* queue.postpone(first.id, minute(600), minute(3))
      const later = { ...first, attempts: 1, dueAt: minute(3) }
      assert.deepStrictEqual(yield* queue.claim(minute(9), minute(600), 9), [second, later])
    }
  )

  onADay(it, "storing a job is part of the transaction it is called in", function* ({ enqueue, minute, queue }) {
    yield* Effect.flip(Ports.transactional(Effect.zipRight(enqueue(1), Effect.fail("no"))))
    const job = yield* Ports.transactional(enqueue(2))
    assert.deepStrictEqual(yield* queue.claim(minute(9), minute(10), 9), [job])
  })
}

/** Runs the suite on an adapter. */
export const mailQueueContract = contract("MailQueue", mailQueueSuite)
