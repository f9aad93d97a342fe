import { Schema } from "effect"
import { aSignedInUser, onboardingData } from "../examples.js"

const user = {
  id: Schema.String,
  name: Schema.String,
  email: Schema.String,
  avatar: Schema.String.annotations({ description: "Path of an image" }),
  hasCompletedOnboarding: Schema.Boolean
}

export const SignedInUser = Schema.Struct(user).annotations({ identifier: "SignedInUser", examples: [aSignedInUser] })

const OnboardingData = Schema.Struct({
  companyName: Schema.optional(Schema.String),
  companySize: Schema.optional(Schema.String),
  role: Schema.optional(Schema.String),
  useCase: Schema.optional(Schema.String),
  firstWorkspace: Schema.optional(Schema.String)
}).annotations({ identifier: "OnboardingData", description: "Empty before onboarding", examples: [onboardingData] })

export const User = Schema.Struct({ ...user, onboardingData: OnboardingData }).annotations({
  identifier: "User",
  examples: [{ ...aSignedInUser, onboardingData }]
})
