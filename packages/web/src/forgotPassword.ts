import { mailRequest } from "./mailRequest.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/** Asks for the mail with the link to `/reset-password`. */
export const forgotPassword = (site: Site): Page =>
  mailRequest(site, {
    path: "/forgot-password",
    name: "forgotPassword",
    explanation: () => "forgotPassword.why",
    action: "/api/auth/forgot-password"
  })
