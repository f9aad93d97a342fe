import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { AccountApi } from "./account/AccountApi.js"
import { BoardApi } from "./board/BoardApi.js"
import { InvitationApi } from "./board/InvitationApi.js"
import { MemberApi } from "./board/MemberApi.js"
import {
  InternalServerError,
  PayloadTooLarge,
  RequestTimeout,
  ServiceUnavailable,
  TooManyRequests
} from "./contract.js"
import { SystemApi } from "./system/SystemApi.js"
import { TaskApi } from "./task/TaskApi.js"
import { WorkspaceApi } from "./workspace/WorkspaceApi.js"

const DESCRIPTION = [
  "Accounts, workspaces, boards and tasks.",
  "Bodies are JSON. Fields that are not known are ignored. In a PATCH what is left out stays as it is, and null clears what may be empty. Lists take page and limit; with one of them their entries come as data too.",
  "Refusals come in this order: 404 for an unknown path, 429 past a rate limit, 401 without a valid token, 400 with every problem of the input, 404 for a board, task or workspace that does not exist, 403 without any access to it, 404 for what does not exist within it, 403 where the caller's role is too low. A caller without access to a board gets the same answer whatever else the request names.",
  "Requests are counted by the minute, in one of three rate limits: auth (5, by address), sensitive (10, by user, or by address without a session) and general (60, by user). A server may have other numbers; X-RateLimit-Limit tells them. Every answer has an X-Request-Id, which is in the server's log too."
].join("\n\n")

export type { ErrorCode } from "./codes.js"

/** The contract: every endpoint with its input, its answers and its refusals. Router, OpenAPI and clients read it. */
export const Api = HttpApi.make("boardwright")
  .add(AccountApi)
  .add(WorkspaceApi)
  .add(BoardApi)
  .add(MemberApi)
  .add(InvitationApi)
  .add(TaskApi)
  .add(SystemApi)
  .addError(RequestTimeout)
  .addError(PayloadTooLarge)
  .addError(TooManyRequests)
  .addError(InternalServerError)
  .addError(ServiceUnavailable)
  .prefix("/api")
  .annotate(OpenApi.Title, "Boardwright")
  .annotate(OpenApi.Description, DESCRIPTION)
  .annotate(OpenApi.Version, "0.1.0")
