import { mailRequest } from "./mailRequest.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/** Asks for the mail with the link to `/reset-password`. */
export const forgotPassword = (site: Site): Page =>
  mailRequest(site, {
    path: "/forgot-password",
    title: "Forgot your password?",
    explanation: () =>
      "Enter the email address of your account. We send you a link to choose a new password, good for one hour.",
    action: "/api/auth/forgot-password",
    submit: "Send me a link"
  })
