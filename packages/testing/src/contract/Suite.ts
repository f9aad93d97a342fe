import { layer, type Vitest } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { YieldWrap } from "effect/Utils"

/** What a test runs. */
export type Steps<R> = Generator<YieldWrap<Effect.Effect<unknown, unknown, R>>, unknown, never>
export type Test<R> = (name: string, steps: () => Steps<R>) => void

/** The tests of one port. They share one adapter with other tests, so storage need not be empty. */
export type Suite<R> = (it: Test<R>) => void

/** An adapter may save all of its data at every change, and some tests store thousands of tasks. */
const TEST_MILLIS = 60_000

/** Makes tests that run on the adapter of a `layer`. */
export const testOn =
  <R>(it: Vitest.MethodsNonLive<R, true>): Test<R> =>
  (name, steps) =>
    it.effect(name, () => Effect.gen(steps), TEST_MILLIS)

/**
 * Turns a suite into the function that an adapter's tests call: one `describe` block named `port: name`. The adapter is
 * built once for it and uses the real clock; tests that need another time run in `at`.
 */
export const contract =
  <R>(port: string, suite: Suite<R>) =>
  <E>(name: string, adapter: Layer.Layer<R, E>): void =>
    layer(adapter, { excludeTestServices: true })(`${port}: ${name}`, (it) => {
      suite(testOn(it))
    })
