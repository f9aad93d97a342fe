import { Context } from "effect"

/** The addresses that links in mails and single sign-on redirect to. */
export class Redirects extends Context.Tag("@boardwright/http/Redirects")<
  Redirects,
  {
    readonly verified: string
    readonly invalid: string
    /** The sign-in page, with one parameter. */
    readonly signIn: (name: "code" | "error", value: string) => string
    /** Whether this server is reached by https, so that its cookies are sent by that only. */
    readonly isSecure: boolean
  }
>() {}

const MESSAGE = "Your email address is verified. You can sign in now."

/** The sign-in and error pages of the front end at `appUrl`, or of this server, at `baseUrl`, if it is null. */
export const redirectsTo = (appUrl: string | null, baseUrl: string | null = null): Redirects["Type"] => {
  const base = (appUrl ?? "").replace(/(?<!\/)\/+$/, "")
  const signIn = (parameters: Record<string, string>): string =>
    `${base}/signin?${new URLSearchParams(parameters).toString()}`
  return {
    verified: signIn({ verified: "true", message: MESSAGE }),
    invalid: `${base}/verify-error?error=invalid_token`,
    signIn: (name, value) => signIn({ [name]: value }),
    isSecure: baseUrl?.startsWith("https:") === true
  }
}
