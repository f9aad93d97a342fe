export type { Actor, Role } from "@boardwright/core/access"
export type { Profile, User, UserId } from "@boardwright/core/account"
export type {
  Background,
  Board,
  Column,
  Group,
  ReceivedInvitation,
  ShownBoard as BoardDetails,
  ShownInvitation as Invitation,
  ShownMember as Member
} from "@boardwright/core/board"
export { ChangeRefused } from "@boardwright/core/change"
export type {
  Change,
  ChangeType,
  FieldChange,
  FieldChanges,
  ListedChanges,
  ListedConsumer
} from "@boardwright/core/change"
export {
  type ActingHub,
  asUser,
  BoardwrightError,
  type BoardwrightErrorCode,
  type BoardwrightErrorDetails,
  type BoardwrightErrorOf,
  type CallOptions,
  type ChangeContext,
  type ChangeEvent,
  type ChangeEventInProcess,
  type ConsumeOptions,
  type FollowHandler,
  type Following,
  type FollowOptions,
  type HostTransactionCalls,
  type MakingOptions,
  operator,
  type TransactionCalls
} from "@boardwright/core/facade"
export type { ImportColumnWarning, ImportWarning } from "@boardwright/core/import"
export type { Mail } from "@boardwright/core/ports"
export type { StoragePorts } from "@boardwright/core/system"
export type {
  ColumnWarning,
  ShownComment as Comment,
  ShownTask as TaskDetails,
  Subtask,
  Task,
  TaskSummary,
  TimeEntry
} from "@boardwright/core/task"
export type { Issue, Listed } from "@boardwright/core/values"
export type { ShownWorkspace as Workspace } from "@boardwright/core/workspace"
export type { EndpointCall, McpRequest, McpResponse, OnResponse, ServedRequest, ServeMcp } from "@boardwright/http"
export { Boardwright } from "./Boardwright.js"
export { createBoardwright } from "./createBoardwright.js"
export type { AccountPorts, BoardwrightServices } from "./layer.js"
export type { LayerOptions } from "./LayerOptions.js"
export { type Mailer, mailerOf, mailFolder, type SenderOptions, smtp } from "./Mailer.js"
export type {
  Authenticate,
  BoardwrightOptions,
  Captcha,
  HostUser,
  IncomingRequest,
  OpenTelemetryTracer,
  PasswordHasher,
  Users
} from "./BoardwrightOptions.js"
export type { FailureContext, OnError } from "./reportErrors.js"
export type { PostgresOptions, PostgresPool } from "./PostgresOptions.js"
export { postgres, sqlite, type Storage, storageOf } from "./Storage.js"
export { type NodeHandler, toNodeHandler } from "./toNodeHandler.js"
