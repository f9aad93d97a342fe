import { Context } from "effect"

/** The addresses that verification links redirect to. */
export class Redirects extends Context.Tag("@boardwright/http/Redirects")<
  Redirects,
  { readonly verified: string; readonly invalid: string }
>() {}

const MESSAGE = "Your email address is verified. You can sign in now."

/** The sign-in and error pages of the front end at `appUrl`, or of this server if it is null. */
export const redirectsTo = (appUrl: string | null): Redirects["Type"] => {
  const base = (appUrl ?? "").replace(/(?<!\/)\/+$/, "")
  return {
    verified: `${base}/signin?${new URLSearchParams({ verified: "true", message: MESSAGE }).toString()}`,
    invalid: `${base}/verify-error?error=invalid_token`
  }
}
