import { mailRequest } from "./mailRequest.js"

/** Where a verification link leads that is invalid or expired; sends a new one. */
export const verifyError = mailRequest("/verify-error", {
  title: "This link does not work",
  explanation:
    "The link to verify your email address is invalid or has expired: it can be used for 24 hours. Enter your address and we send you a new link, unless it is verified already.",
  action: "/api/auth/resend-verification",
  submit: "Send it again"
})
