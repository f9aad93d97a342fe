import { layer, type Vitest } from "@effect/vitest"
import type { Layer } from "effect"

/** The tests of one port. They share one built adapter with other tests and expect no empty storage. */
export type Suite<R> = (it: Vitest.MethodsNonLive<R, true>) => void

/**
 * Makes of a suite the function that an adapter's tests call: one `describe` block named `port: name`. The adapter is
 * built once for it and runs by the real clock; tests that need another time run in `at`.
 */
export const contract =
  <R>(port: string, suite: Suite<R>) =>
  <E>(name: string, adapter: Layer.Layer<R, E>): void =>
    layer(adapter, { excludeTestServices: true })(`${port}: ${name}`, suite)
