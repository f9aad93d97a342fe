import type { Access, Board, Facade, Mail, Ports, Task, Values } from "@boardwright/core"
import {
  type AccountPorts,
  type Actor,
  type BoardDetails,
  type Boardwright,
  BoardwrightError,
  type BoardwrightServices,
  type BoardwrightOptions,
  type CallOptions,
  type ChangeEvent,
  type ChangeType,
  type HostUser,
  type createBoardwright,
  type Issue,
  type MakingOptions,
  type StoragePorts,
  type TaskDetails,
  toNodeHandler,
  type Users,
  type Workspace
} from "@boardwright/embed"
import type { ServerServices } from "@boardwright/http"
import type { TestBoardwright } from "@boardwright/testing"
import type { Layer } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { expectTypeOf, it } from "vitest"

type Hub = Awaited<ReturnType<typeof createBoardwright>>

it("calls have the types of their use cases", () => {
  expectTypeOf<Hub["tasks"]["get"]>().toEqualTypeOf<
    (actor: Actor, taskId: string, options?: CallOptions) => Promise<Task.ShownTask>
  >()
  expectTypeOf<Hub["boards"]["create"]>().parameters.toEqualTypeOf<
    [actor: Actor, input: Board.CreateBoard, options?: MakingOptions]
  >()
  expectTypeOf<Hub["workspaces"]["list"]>().parameters.toEqualTypeOf<
    [actor: Actor, input?: Values.PageInput | undefined, options?: CallOptions]
  >()
  expectTypeOf<Hub["accounts"]["verifyEmail"]>().toEqualTypeOf<
    (token: string, options?: CallOptions) => Promise<void>
  >()
  expectTypeOf<Hub["accounts"]["authenticate"]>().returns.resolves.toExtend<Actor>()
  expectTypeOf<Actor>().toEqualTypeOf<Access.Actor>()
})

it("a host's user may be a row with null for an avatar, and the host may have no find", () => {
  expectTypeOf<{ id: string; name: string; email: string; avatar: string | null }>().toExtend<HostUser>()
  const users = (find: Users["find"]): Users => ({ existing: (ids) => ids, findByEmail: () => null, find })
  expectTypeOf(users).toBeCallableWith(undefined)
})

it("a handler has the sides that its type of change has, with their fields", () => {
  type EventOf<T extends ChangeType> = Pick<ChangeEvent<T>, "before" | "after">
  type New<T> = { before: null; after: T }
  type Gone<T> = { before: T; after: null }
  type Role = Board.Member["role"] | undefined
  expectTypeOf<EventOf<"workspaceMember.added">>().toExtend<New<{ role?: Role }>>()
  expectTypeOf<EventOf<"workspaceMember.removed">>().toExtend<Gone<{ role?: Role }>>()
  expectTypeOf<EventOf<"workspaceInvitation.accepted">>().toExtend<Gone<{ role?: Role }>>()
  expectTypeOf<EventOf<"board.restored">>().toExtend<New<{ name?: string | undefined }>>()
  expectTypeOf<EventOf<"group.deleted">>().toExtend<Gone<{ moveTasksTo?: string | undefined; tasks?: number }>>()
  expectTypeOf<ChangeEvent<"task.moved">["after"]["beforeTaskId"]>().toExtend<string | null | undefined>()
  expectTypeOf<NonNullable<ChangeEvent<"webhook.updated">["after"]["status"]>>().toExtend<string>()
  // The type of change narrows nothing where it is not one.
  expectTypeOf<null>().toExtend<ChangeEvent["before"]>()
})

it("a bound actor is no longer a parameter", () => {
  type Bound = ReturnType<Hub["as"]>
  expectTypeOf<Bound["tasks"]["get"]>().toEqualTypeOf<
    (taskId: string, options?: CallOptions) => Promise<Task.ShownTask>
  >()
  expectTypeOf<Bound["workspaces"]["list"]>().parameters.toEqualTypeOf<
    [input?: Values.PageInput | undefined, options?: CallOptions]
  >()
  expectTypeOf<keyof Bound["accounts"]>().not.toExtend<"signIn">()
})

it("an error's details and status follow from its code", () => {
  const read = (error: unknown) => {
    if (!(error instanceof BoardwrightError)) return null
    expectTypeOf(error).toEqualTypeOf<BoardwrightError>()
    if (error.code === "NotFound") {
      expectTypeOf(error.details).toEqualTypeOf<{
        readonly thing: Values.Thing
        readonly id: string
        readonly issues?: ReadonlyArray<Issue> | undefined
      }>()
      expectTypeOf(error.status).toEqualTypeOf<404>()
    }
    if (error.code === "InvalidInput") expectTypeOf(error.details.issues).toEqualTypeOf<ReadonlyArray<Issue>>()
    // @ts-expect-error there is no such code
    return error.code === "NoSuchCode"
  }
  expectTypeOf(read).returns.toEqualTypeOf<boolean | null>()
})

it("entities are exported as types", () => {
  expectTypeOf<TaskDetails>().toEqualTypeOf<Awaited<ReturnType<Hub["tasks"]["get"]>>>()
  expectTypeOf<BoardDetails>().toEqualTypeOf<Awaited<ReturnType<Hub["boards"]["get"]>>>()
  expectTypeOf<Workspace>().toEqualTypeOf<Awaited<ReturnType<Hub["workspaces"]["get"]>>>()
})

it("inputs are plain values", () => {
  expectTypeOf<Parameters<Hub["accounts"]["signIn"]>[0]>().toEqualTypeOf<{
    readonly email: string
    readonly password: string
  }>()
  expectTypeOf<Parameters<Hub["members"]["invite"]>[1]>().toEqualTypeOf<string>()
  expectTypeOf<CallOptions["signal"]>().toEqualTypeOf<AbortSignal | undefined>()
})

it("every call requires its actor", () => {
  // @ts-expect-error a list wants to know for whom
  expectTypeOf<Hub["workspaces"]["list"]>().toBeCallableWith()
  // @ts-expect-error an id is no actor
  expectTypeOf<Hub["tasks"]["get"]>().toBeCallableWith("ada", "task")
})

it("the hub fits frameworks", () => {
  expectTypeOf<Hub>().toExtend<AsyncDisposable>()
  expectTypeOf<Hub["fetch"]>().toEqualTypeOf<(request: Request) => Promise<Response>>()
  expectTypeOf(toNodeHandler).returns.toEqualTypeOf<(request: IncomingMessage, response: ServerResponse) => void>()
})

it("a hub on fakes has the same type", () => {
  expectTypeOf<TestBoardwright>().toExtend<Hub>()
})

it("only storage is always required", () => {
  type Needed = { [K in keyof BoardwrightOptions as undefined extends BoardwrightOptions[K] ? never : K]: true }
  expectTypeOf<keyof Needed>().toEqualTypeOf<"storage">()
})

it("the layer requires the adapters and provides all that calls and the API need", () => {
  type Provided = Layer.Layer.Success<ReturnType<typeof Boardwright.layer>>
  type Required = Layer.Layer.Context<ReturnType<typeof Boardwright.layer>>
  expectTypeOf<Required>().toEqualTypeOf<StoragePorts | AccountPorts>()
  expectTypeOf<Provided>().toEqualTypeOf<BoardwrightServices>()
  expectTypeOf<Exclude<Facade.UseCaseServices | ServerServices, Provided | Required>>().toBeNever()
  expectTypeOf<Exclude<Mail.MailQueue | Ports.Links, Provided | Required>>().toBeNever()
  expectTypeOf<Layer.Layer.Success<typeof Boardwright.withoutAccounts>>().toEqualTypeOf<AccountPorts>()
})
