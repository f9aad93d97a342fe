import { Account } from "@boardwright/core"
import { Schema } from "effect"
import { TimestampText } from "../apiParts.js"
import { aSecurityEvent, aSession, aSignedInUser, onboardingData } from "../examples.js"

const user = {
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  avatar: Schema.String.annotations({ description: "Path of an image" }),
  hasCompletedOnboarding: Schema.Boolean
}

export const SignedUp = Schema.Struct({
  success: Schema.Literal(true),
  message: Schema.String,
  invitation: Schema.optional(
    Schema.Struct({
      id: Schema.String,
      boardId: Schema.NullOr(Schema.String),
      workspaceId: Schema.NullOr(Schema.String)
    })
  ).annotations({
    description: "The invitation that verified the address"
  })
}).annotations({ identifier: "SignedUp", examples: [{ success: true, message: "Account created" }] })

export const SignedInUser = Schema.Struct(user).annotations({ identifier: "SignedInUser", examples: [aSignedInUser] })

const OnboardingData = Schema.Struct({
  companyName: Schema.optional(Schema.String),
  companySize: Schema.optional(Schema.String),
  role: Schema.optional(Schema.String),
  useCase: Schema.optional(Schema.String),
  firstWorkspace: Schema.optional(Schema.String)
}).annotations({ identifier: "OnboardingData", description: "Empty before onboarding", examples: [onboardingData] })

const choice = Schema.optionalWith(Schema.Boolean, { exact: true })

const Notifications = Schema.Struct({
  assigned: choice,
  mentioned: choice,
  due: choice,
  signIn: choice
}).annotations({
  identifier: "Notifications",
  description: "The kinds of mails that were chosen or refused; others are sent if the server sends such mails",
  examples: [{ due: false }]
})

export const User = Schema.Struct({
  ...user,
  onboardingData: OnboardingData,
  timezone: Schema.String.annotations({ description: "Name of an IANA time zone" }),
  language: Schema.NullOr(Schema.Literal(...Account.LANGUAGES)).annotations({
    description: "Language of the mails to the user; null if it is not known: English"
  }),
  notifications: Notifications
}).annotations({
  identifier: "User",
  examples: [
    { ...aSignedInUser, onboardingData, timezone: "Europe/London", language: "en", notifications: { due: false } }
  ]
})

export const Session = Schema.Struct({
  id: Schema.String,
  userAgent: Schema.NullOr(Schema.String).annotations({ description: "What the client called itself at sign-in" }),
  createdAt: TimestampText,
  seenAt: TimestampText.annotations({ description: "When it was last used, to the hour" }),
  expiresAt: TimestampText,
  current: Schema.Boolean.annotations({ description: "Whether it is the session of this request" })
}).annotations({ identifier: "Session", examples: [aSession] })

export const SecurityEvent = Schema.Struct({
  id: Schema.String,
  at: TimestampText,
  type: Schema.String.annotations({ description: "What happened, such as signIn.failed; further types may be added" }),
  actorId: Schema.NullOr(Schema.String).annotations({
    description:
      "The caller; null if someone else or the operator did it, and where it is unknown, as for a failed sign-in"
  }),
  subjectId: Schema.NullOr(Schema.String).annotations({
    description: "The session, token, board or workspace that it is about"
  }),
  client: Schema.NullOr(Schema.String).annotations({ description: "The client's address; of IPv6 its network" }),
  userAgent: Schema.NullOr(Schema.String).annotations({ description: "What the client called itself" }),
  detail: Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }).annotations({
    description: "Facts such as the role before (from) and after (to)"
  })
}).annotations({ identifier: "SecurityEvent", examples: [aSecurityEvent] })
