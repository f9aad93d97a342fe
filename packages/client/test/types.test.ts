import type { Board, BoardwrightClient, BoardwrightClientError, Task, TaskSummary } from "@boardwright/client"
import { expectTypeOf, it } from "vitest"

type Answer<F extends (...parameters: never) => unknown> = Awaited<ReturnType<F>>

it("entities are exported as types", () => {
  expectTypeOf<Task["name"]>().toEqualTypeOf<string>()
  expectTypeOf<Answer<BoardwrightClient["tasks"]["list"]>["tasks"][number]>().toEqualTypeOf<TaskSummary>()
  expectTypeOf<Answer<BoardwrightClient["boards"]["update"]>["board"]>().toEqualTypeOf<Board>()
  expectTypeOf<Board["members"][number]["role"]>().toEqualTypeOf<"admin" | "editor" | "viewer">()
})

it("what a list of tasks can include is known, and is there only if it was asked for", () => {
  type Include = NonNullable<Parameters<BoardwrightClient["tasks"]["list"]>[0]["include"]>
  expectTypeOf<Include[number]>().toEqualTypeOf<"columnValues" | "counts">()
  expectTypeOf<TaskSummary["columnValues"]>().toEqualTypeOf<Task["columnValues"] | undefined>()
  expectTypeOf<NonNullable<TaskSummary["counts"]>["minutes"]>().toEqualTypeOf<number>()
})

it("a code is one of the server's or of the client's own", () => {
  const isMissing = ({ code }: BoardwrightClientError) => code === "NotFound" || code === "NetworkFailure"
  expectTypeOf(isMissing).returns.toEqualTypeOf<boolean>()
  // @ts-expect-error there is no such code
  const isNothing = ({ code }: BoardwrightClientError) => code === "NoSuchCode"
  expectTypeOf(isNothing).returns.toEqualTypeOf<boolean>()
})
