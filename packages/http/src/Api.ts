import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { AccountApi } from "./account/AccountApi.js"
import { BoardApi } from "./board/BoardApi.js"
import { InvitationApi } from "./board/InvitationApi.js"
import { MemberApi } from "./board/MemberApi.js"
import { InternalServerError, PayloadTooLarge, ServiceUnavailable, TooManyRequests } from "./contract.js"
import { SystemApi } from "./system/SystemApi.js"
import { TaskApi } from "./task/TaskApi.js"
import { WorkspaceApi } from "./workspace/WorkspaceApi.js"

/** The contract: every endpoint with its input, its answers and its refusals. Router, OpenAPI and clients read it. */
export const Api = HttpApi.make("boardwright")
  .add(AccountApi)
  .add(WorkspaceApi)
  .add(BoardApi)
  .add(MemberApi)
  .add(InvitationApi)
  .add(TaskApi)
  .add(SystemApi)
  .addError(PayloadTooLarge)
  .addError(TooManyRequests)
  .addError(InternalServerError)
  .addError(ServiceUnavailable)
  .prefix("/api")
  .annotate(OpenApi.Title, "Boardwright")
  .annotate(OpenApi.Description, "Accounts, workspaces, boards and tasks")
  .annotate(OpenApi.Version, "0.1.0")
