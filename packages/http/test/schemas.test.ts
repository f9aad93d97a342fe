import type { Account, Board, Task, Workspace } from "@boardwright/core"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Brand } from "effect"
import { describe, expectTypeOf, it } from "vitest"
import type * as AccountSchemas from "../src/account/AccountSchemas.js"
import type * as BoardSchemas from "../src/board/BoardSchemas.js"
import type * as TaskSchemas from "../src/task/TaskSchemas.js"
import type { WorkspaceApi } from "../src/workspace/WorkspaceApi.js"

/** A type of core as JSON has it: without brands, values of columns unknown. */
type Json<A> =
  A extends Brand.Brand<string>
    ? string
    : A extends string | number | boolean | null | undefined
      ? A
      : A extends ReadonlyArray<infer Entry>
        ? ReadonlyArray<Json<Entry>>
        : A extends Task.ColumnValues
          ? Task.ColumnValues extends A
            ? { readonly [columnId: string]: unknown }
            : { readonly [K in keyof A]: Json<A[K]> }
          : { readonly [K in keyof A]: Json<A[K]> }

type Endpoints<Api> = HttpApiGroup.HttpApiGroup.Endpoints<Api>
type WorkspaceOfResponse = HttpApiEndpoint.HttpApiEndpoint.SuccessWithName<Endpoints<typeof WorkspaceApi>, "get">

describe("the schemas have exactly the fields of core", () => {
  it("of accounts and workspaces", () => {
    expectTypeOf<typeof AccountSchemas.User.Type>().toEqualTypeOf<Json<Account.Profile>>()
    expectTypeOf<typeof AccountSchemas.SignedInUser.Type>().toEqualTypeOf<
      Json<Omit<Account.Profile, "onboardingData" | "timezone" | "language" | "notifications">>
    >()
    expectTypeOf<WorkspaceOfResponse>().toEqualTypeOf<Json<Workspace.ShownWorkspace>>()
  })

  it("of boards", () => {
    expectTypeOf<typeof BoardSchemas.Board.Type>().toEqualTypeOf<Json<Board.ShownBoard>>()
    expectTypeOf<typeof BoardSchemas.Group.Type>().toEqualTypeOf<Json<Board.Group>>()
    expectTypeOf<typeof BoardSchemas.Column.Type>().toEqualTypeOf<Json<Board.Column>>()
    expectTypeOf<typeof BoardSchemas.Member.Type>().toEqualTypeOf<Json<Board.ShownMember>>()
    expectTypeOf<typeof BoardSchemas.Invitation.Type>().toEqualTypeOf<Json<Board.ShownInvitation>>()
    expectTypeOf<typeof BoardSchemas.ReceivedInvitation.Type>().toEqualTypeOf<
      Json<Account.WithFace<Board.ReceivedInvitation>>
    >()
  })

  it("of tasks", () => {
    expectTypeOf<typeof TaskSchemas.TaskSummary.Type>().toEqualTypeOf<Json<Task.ListedTask>>()
    expectTypeOf<typeof TaskSchemas.Task.Type>().toEqualTypeOf<Json<Task.Task>>()
    expectTypeOf<typeof TaskSchemas.Comment.Type>().toEqualTypeOf<Json<Task.ShownComment>>()
    expectTypeOf<typeof TaskSchemas.Subtask.Type>().toEqualTypeOf<Json<Task.Subtask>>()
    expectTypeOf<typeof TaskSchemas.TimeEntry.Type>().toEqualTypeOf<Json<Task.TimeEntry>>()
    expectTypeOf<Omit<typeof TaskSchemas.TaskDetails.Type, "files">>().toEqualTypeOf<
      Json<Omit<Task.ShownTask, "files">>
    >()
    expectTypeOf<keyof typeof TaskSchemas.TaskDetails.Type>().toEqualTypeOf<keyof Task.ShownTask>()
  })
})
