import { mailRequest } from "./mailRequest.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/** Where a verification link leads that is invalid or expired (`error` says so); sends a new one. */
export const verifyError = (site: Site): Page =>
  mailRequest(site, {
    path: "/verify-error",
    name: "verifyError",
    explanation: (query) => (query.get("error") === null ? "verifyError.why" : "verifyError.invalid"),
    action: "/api/auth/resend-verification"
  })
