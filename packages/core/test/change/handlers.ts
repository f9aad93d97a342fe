import { type Account, type Change, Workspace } from "@boardwright/core"
import { MemoryStore } from "@boardwright/testing"
import { Data, Duration, Effect, TestClock } from "effect"
import { as, asOperator } from "../support.js"

export class Broken extends Data.TaggedError("Broken")<{ readonly message: string }> {}

/** The name that a change gives something. */
export const nameOf = ({ fields }: Change.Change) => fields["name"]?.to

/** Creates workspaces with these names. */
export const create = (userId: Account.UserId, ...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => as(userId)(Workspace.createWorkspace({ name })), { discard: true })

/** Moves the clock in steps of a look at the feed. */
export const pass = (time: Duration.DurationInput) =>
  Effect.repeatN(TestClock.adjust("250 millis"), Duration.toMillis(time) / 250 - 1)

/** Runs the effect in the background as the operator, and waits until it waits. */
export const inBackground = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.tap(Effect.forkScoped(asOperator(work)), () => Effect.repeatN(Effect.yieldNow(), 20))

export const consumer = (name: string) =>
  Effect.map(
    Effect.flatMap(MemoryStore, ({ snapshot }) => snapshot),
    ({ consumers }) => consumers.get(name)
  )
