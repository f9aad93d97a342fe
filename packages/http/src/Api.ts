import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import { AccountApi } from "./account/AccountApi.js"
import { TokenApi } from "./account/TokenApi.js"
import { BoardApi } from "./board/BoardApi.js"
import { CalendarApi } from "./board/CalendarApi.js"
import { InvitationApi } from "./board/InvitationApi.js"
import { MemberApi } from "./board/MemberApi.js"
import {
  InternalServerError,
  PayloadTooLarge,
  RequestTimeout,
  ServiceUnavailable,
  TooManyRequests
} from "./apiParts.js"
import { ChangeApi } from "./change/ChangeApi.js"
import { SearchApi } from "./search/SearchApi.js"
import { SystemApi } from "./system/SystemApi.js"
import { TaskApi } from "./task/TaskApi.js"
import { TrashApi } from "./trash/TrashApi.js"
import { WebhookApi } from "./webhook/WebhookApi.js"
import { WorkspaceApi } from "./workspace/WorkspaceApi.js"
import { WorkspaceMemberApi } from "./workspace/WorkspaceMemberApi.js"

/** The version of the contract, and of the release that serves it. */
export const API_VERSION = "0.1.0"

const DESCRIPTION = [
  "Accounts, workspaces, boards and tasks.",
  "Bodies are JSON. Unknown fields are ignored, and so are unknown parameters of a query, which X-Ignored-Parameters names. In a PATCH, omitted fields stay as they are and null clears a field that may be empty. Lists take page and limit; with either, their entries are also in data.",
  "Errors are checked in this order: 404 for an unknown path, 429 past a rate limit, 401 without a valid token, 400 with every problem of the input, 404 for a board, task or workspace that does not exist, 403 without access to it, 404 for something in it that does not exist, 403 if the caller's role is too low. A caller without access to a board gets the same response whatever else the request names.",
  "Every change of a workspace, and of anything in it, is in one ordered feed at /api/changes. GET of workspaces, boards and tasks has its cursor in X-Change-Cursor. GET of a board, a task and a list of tasks has an ETag: with it in If-None-Match, an unchanged one is a 304 without a body.",
  'Each request counts in one of three rate limits per minute: auth (5, by address), sensitive (10, by user, or by address without a session) or general (60, by user). A server may have other limits; X-RateLimit-Limit has them. A bulk of tasks counts once, and once more for every 20 operations if it fits. Every response has an X-Request-Id, which is also in the server\'s log: the request\'s own, if it has one of 1 to 64 letters, digits, ".", "_" and "-"; otherwise a new one.'
].join("\n\n")

export type { ErrorCode } from "./ErrorCode.js"

/** The contract: every endpoint with its input, responses and errors. The router, the OpenAPI document and clients read it. */
export const Api = HttpApi.make("boardwright")
  .add(AccountApi)
  .add(WorkspaceApi)
  .add(WorkspaceMemberApi)
  .add(BoardApi)
  .add(CalendarApi)
  .add(MemberApi)
  .add(InvitationApi)
  .add(TaskApi)
  .add(SearchApi)
  .add(TrashApi)
  .add(ChangeApi)
  .add(TokenApi)
  .add(WebhookApi)
  .add(SystemApi)
  .addError(RequestTimeout)
  .addError(PayloadTooLarge)
  .addError(TooManyRequests)
  .addError(InternalServerError)
  .addError(ServiceUnavailable)
  .prefix("/api")
  .annotate(OpenApi.Title, "Boardwright")
  .annotate(OpenApi.Description, DESCRIPTION)
  .annotate(OpenApi.Version, API_VERSION)
