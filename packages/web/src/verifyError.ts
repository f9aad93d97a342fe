import { mailRequest } from "./mailRequest.js"
import type { Page } from "./Page.js"
import type { Site } from "./Site.js"

/** Where a verification link leads that is invalid or expired (`error` says so); sends a new one. */
export const verifyError = (site: Site): Page =>
  mailRequest(site, {
    path: "/verify-error",
    title: "Verify your email address",
    explanation: (query) =>
      `${
        query.get("error") === null
          ? "Before you can sign in, open the link in the mail that we sent you."
          : "The link that you opened is invalid or has expired: a link works for 24 hours."
      } Enter your address, and we send you a new link if it is not verified yet.`,
    action: "/api/auth/resend-verification",
    submit: "Send it again"
  })
