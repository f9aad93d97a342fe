import { AccountExport } from "@boardwright/core"
import { Schema } from "effect"
import * as Parts from "../apiParts.js"
import { aSignedInUser, onboardingData } from "../examples.js"
import { Task, TimeEntry } from "../task/TaskSchemas.js"
import { SecurityEvent, User } from "./AccountSchemas.js"
import { ApiToken } from "./TokenApi.js"

const at = "2026-03-01T12:00:00.000Z"
const id = Schema.String
const named = { id, name: Schema.String, createdAt: Parts.TimestampText }
const NullableText = Schema.NullOr(Schema.String)

const AccountExported = Schema.Struct({
  format: Schema.Literal(AccountExport.ACCOUNT_FORMAT),
  version: Schema.Literal(1),
  exportedAt: Parts.TimestampText,
  profile: Schema.Struct({
    ...User.fields,
    createdAt: Parts.TimestampText,
    verifiedAt: Schema.NullOr(Parts.TimestampText)
  }),
  sessions: Schema.Array(
    Schema.Struct({
      id,
      userAgent: NullableText,
      createdAt: Parts.TimestampText,
      seenAt: Parts.TimestampText,
      expiresAt: Parts.TimestampText
    })
  ),
  apiTokens: Schema.Array(ApiToken),
  calendarLinks: Schema.Array(Schema.Struct({ id, boardId: Schema.String, createdAt: Parts.TimestampText })),
  identities: Schema.Array(
    Schema.Struct({ issuer: Schema.String, subject: Schema.String, createdAt: Parts.TimestampText })
  ),
  events: Schema.Array(SecurityEvent),
  workspaces: Schema.Array(Schema.Struct({ ...named, role: Schema.String })).annotations({
    description: "role is owner, admin, editor, viewer, or shared if the caller can only read some boards"
  }),
  boards: Schema.Array(Schema.Struct({ ...named, workspaceId: Schema.String, role: Schema.String })),
  invitations: Schema.Array(
    Schema.Struct({
      id,
      boardId: NullableText,
      boardName: NullableText,
      workspaceId: NullableText,
      workspaceName: NullableText,
      role: Schema.String,
      createdAt: Parts.TimestampText
    })
  ).annotations({ description: "Pending ones" }),
  comments: Schema.Array(
    Schema.Struct({
      id,
      taskId: Schema.String,
      userId: Schema.String,
      content: Schema.String,
      mentions: Schema.Array(Schema.String),
      createdAt: Parts.TimestampText,
      editedAt: Schema.NullOr(Parts.TimestampText)
    })
  ),
  timeEntries: Schema.Array(TimeEntry),
  tasks: Schema.Array(Task).annotations({
    description: "Assigned to the caller, or created by the caller while that change is kept"
  })
}).annotations({
  identifier: "AccountExport",
  examples: [
    {
      format: AccountExport.ACCOUNT_FORMAT,
      version: 1,
      exportedAt: at,
      profile: {
        ...aSignedInUser,
        onboardingData,
        timezone: "Europe/London",
        language: "en",
        notifications: {},
        createdAt: at,
        verifiedAt: at
      },
      sessions: [],
      apiTokens: [],
      calendarLinks: [],
      identities: [],
      events: [],
      workspaces: [],
      boards: [],
      invitations: [],
      comments: [],
      timeEntries: [],
      tasks: []
    }
  ]
})

export const exportOwn = Parts.get(
  "exportOwn",
  "/auth/me/export",
  "Download all data about the caller",
  "As one JSON document, which is sent while it is read, at most 100 entries at a time, without secrets. Comments, time entries and tasks are those on boards that the caller can read now. What changes meanwhile may be in it or not."
)
  .addSuccess(AccountExported)
  .addError(Parts.Forbidden)
  .annotate(Parts.Tier, "sensitive")
  .middleware(Parts.Session)
