import { Mail, type Values } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { ConstraintViolated, isHeld, type MemoryState, put, type QueuedMail, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { sortedBy } from "./order.js"

const enqueue = (state: MemoryState, job: Mail.MailJob): MemoryState => {
  if (state.mailJobs.has(job.id)) throw new ConstraintViolated(`the id ${job.id} is taken`)
  return { ...state, mailJobs: put(state.mailJobs, job.id, { job, leasedUntil: null }) }
}

const isFree =
  (at: Values.Timestamp.Timestamp) =>
  ({ job, leasedUntil }: QueuedMail): boolean =>
    job.dueAt <= at && (leasedUntil === null || leasedUntil <= at)

const claim = (
  state: MemoryState,
  at: Values.Timestamp.Timestamp,
  leasedUntil: Values.Timestamp.Timestamp,
  limit: number
): readonly [ReadonlyArray<Mail.MailJob>, MemoryState] => {
  if (isHeld(state)) return [[], state]
  const free = [...state.mailJobs.values()].filter(isFree(at)).map(({ job }) => job)
  const jobs = sortedBy(free, ({ dueAt, id }) => [dueAt, id]).slice(0, limit)
  if (jobs.length === 0) return [jobs, state]
  const mailJobs = new Map(state.mailJobs)
  for (const job of jobs) mailJobs.set(job.id, { job, leasedUntil })
  return [jobs, { ...state, mailJobs }]
}

/** Ends the lease of a job and changes it, unless it has another lease. */
const release = (
  state: MemoryState,
  id: string,
  leaseUntil: Values.Timestamp.Timestamp,
  change: (job: Mail.MailJob) => Mail.MailJob
): MemoryState => {
  const queued = state.mailJobs.get(id)
  if (queued === undefined || queued.leasedUntil !== leaseUntil) return state
  return { ...state, mailJobs: put(state.mailJobs, id, { job: change(queued.job), leasedUntil: null }) }
}

export const layer: Layer.Layer<Mail.MailQueue, never, MemoryStore> = Layer.effect(
  Mail.MailQueue,
  Effect.map(MemoryStore, (store) => ({
    enqueue: (job) => MemoryStore.update(store, (state) => enqueue(state, job)),
    merge: (job) => MemoryStore.update(store, (state) => (state.mailJobs.has(job.id) ? state : enqueue(state, job))),
    claim: (at, leaseUntil, limit) => store.change((state) => claim(state, at, leaseUntil, limit)),
    remove: (id) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        mailJobs: without(state.mailJobs, ({ job }) => job.id === id)
      })),
    postpone: (id, leaseUntil, dueAt) =>
      MemoryStore.update(store, (state) =>
        release(state, id, leaseUntil, (job) => ({ ...job, dueAt, attempts: job.attempts + 1 }))
      ),
    putOff: (id, leaseUntil, until) =>
      MemoryStore.update(store, (state) =>
        release(state, id, leaseUntil, (job) => ({ ...job, createdAt: until, dueAt: until }))
      ),
    hasOlder: (instant, dueBefore) =>
      store.read(({ mailJobs }) =>
        [...mailJobs.values()].some(({ job }) => job.dueAt < dueBefore && job.createdAt < instant)
      )
  }))
)
