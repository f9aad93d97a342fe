import { Schema } from "effect"

// In one file because the folders of the entities would import each other for them. Ids are opaque text: an unknown
// one, whatever its form, is `NotFound`, and so is the id of a child that has another parent.

/** Made by `Ids`, or by the host that keeps its own users. */
export const UserId = Schema.String.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/** Made by `Ids` at sign-in; the claim `sid` of an access token. */
export const SessionId = Schema.String.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/** Made by `Ids` for an API token. Changes name it. */
export const ApiTokenId = Schema.String.pipe(Schema.brand("ApiTokenId"))
export type ApiTokenId = typeof ApiTokenId.Type

/** Made by `Ids` for a link to a board's calendar. */
export const CalendarLinkId = Schema.String.pipe(Schema.brand("CalendarLinkId"))
export type CalendarLinkId = typeof CalendarLinkId.Type

export const WorkspaceId = Schema.String.pipe(Schema.brand("WorkspaceId"))
export type WorkspaceId = typeof WorkspaceId.Type

export const BoardId = Schema.String.pipe(Schema.brand("BoardId"))
export type BoardId = typeof BoardId.Type

/** Looked up under its board. */
export const GroupId = Schema.String.pipe(Schema.brand("GroupId"))
export type GroupId = typeof GroupId.Type

/** Looked up under its board. A key of `columnValues`. */
export const ColumnId = Schema.String.pipe(Schema.brand("ColumnId"))
export type ColumnId = typeof ColumnId.Type

export const InvitationId = Schema.String.pipe(Schema.brand("InvitationId"))
export type InvitationId = typeof InvitationId.Type

export const TaskId = Schema.String.pipe(Schema.brand("TaskId"))
export type TaskId = typeof TaskId.Type

/** Looked up under its task. */
export const SubtaskId = Schema.String.pipe(Schema.brand("SubtaskId"))
export type SubtaskId = typeof SubtaskId.Type

export const WebhookId = Schema.String.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type
