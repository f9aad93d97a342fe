import { type Ports, Trace } from "@boardwright/core"
import { type Context, Effect, type Fiber, Option, type Tracer } from "effect"
import type { Database, Dialect, Run } from "./Database.js"

type Db = Context.Tag.Service<Database>
type Transactor = Context.Tag.Service<Ports.Transactor>
type Time = Trace.DatabaseTime

/** The names of OpenTelemetry's semantic conventions. */
const SYSTEMS: { readonly [D in Dialect]: string } = { sqlite: "sqlite", pg: "postgresql" }

const timed = <A, E, R>(time: Time, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  time.statements += 1
  time.begin()
  return Effect.matchCauseEffect(work, {
    onSuccess: (result) => {
      time.end()
      return Effect.succeed(result)
    },
    onFailure: (cause) => {
      time.end()
      return Effect.failCause(cause)
    }
  })
}

/** Counts the time of a transaction before and after its work: for the connection or a lock, and for the commit. */
const timedAround =
  (transact: Transactor["transact"]): Transactor["transact"] =>
  (work) =>
    Effect.withFiberRuntime((fiber) => {
      const time = fiber.getFiberRef(Trace.databaseTime)
      if (time === null) return transact(work)
      const begin = Effect.sync(() => time.begin())
      const end = Effect.sync(() => time.end())
      const between = Effect.acquireUseRelease(
        end,
        () => work,
        () => begin
      )
      return Effect.acquireUseRelease(
        begin,
        () => transact(between),
        () => end
      )
    })

/** Runs the work in a span, if the caller has one: a trace of a statement alone, such as one that polls, has no use. */
const inChildSpan = <A, E, R>(
  fiber: Fiber.RuntimeFiber<unknown, unknown>,
  name: string,
  work: Effect.Effect<A, E, R>,
  options?: Tracer.SpanOptions
): Effect.Effect<A, E, R> =>
  Trace.hasTracer(fiber) && Option.isSome(Trace.currentSpan(fiber)) ? Trace.inSpan(name, work, options) : work

/** Counts statements where those of the caller are counted, and runs them in spans, if the caller has one. */
const observedRun = (dialect: Dialect, operation: string, run: Run): Run => {
  const options = { kind: "client", attributes: { "db.system.name": SYSTEMS[dialect] } } as const
  return (parameters) =>
    Effect.withFiberRuntime((fiber) => {
      const time = fiber.getFiberRef(Trace.databaseTime)
      const work = run(parameters)
      const measured = time === null ? work : timed(time, work)
      return inChildSpan(fiber, operation, measured, options)
    })
}

/** The database with its statements counted for the requests that run them, and in spans, if they have one. */
export const observedDatabase = (database: Db): Db => ({
  ...database,
  prepare: (statement) => observedRun(database.dialect, statement.operation, database.prepare(statement)),
  atomic: timedAround(database.atomic)
})

/** The transactor with the time of its transactions counted, and in spans, as that of statements. */
export const observedTransactor = (transactor: Transactor): Transactor => ({
  ...transactor,
  transact: (work) =>
    Effect.withFiberRuntime((fiber) =>
      inChildSpan(fiber, "Transactor.transact", timedAround(transactor.transact)(work))
    )
})

/** Both, or neither where nobody looks (`Trace.ObservesDatabase`). */
export const whereObserved = Effect.map(Trace.ObservesDatabase, (observes) => ({
  database: (database: Db): Db => (observes ? observedDatabase(database) : database),
  transactor: (transactor: Transactor): Transactor => (observes ? observedTransactor(transactor) : transactor)
}))
