import { layer, type Vitest } from "@effect/vitest"
import type { Layer } from "effect"

/** The tests of one port. They share one adapter with other tests, so storage need not be empty. */
export type Suite<R> = (it: Vitest.MethodsNonLive<R, true>) => void

/**
 * Turns a suite into the function that an adapter's tests call: one `describe` block named `port: name`. The adapter is
 * built once for it and uses the real clock; tests that need another time run in `at`.
 */
export const contract =
  <R>(port: string, suite: Suite<R>) =>
  <E>(name: string, adapter: Layer.Layer<R, E>): void =>
    layer(adapter, { excludeTestServices: true })(`${port}: ${name}`, suite)
