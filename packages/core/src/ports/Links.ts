import { Context } from "effect"

/** Where the links of mails lead; never taken from a request. */
export class Links extends Context.Tag("@boardwright/core/Links")<
  Links,
  {
    readonly verifyEmail: (token: string) => string
    readonly resetPassword: (token: string) => string
  }
>() {
  /**
   * Links to this server at `baseUrl`, the page for a new password to the front end at `appUrl` where there is one.
   * Neither ends with a slash.
   */
  static readonly to = (baseUrl: string, appUrl: string | null): Links["Type"] => ({
    verifyEmail: (token) => `${baseUrl}/api/auth/verify-email?token=${token}`,
    resetPassword: (token) => `${appUrl ?? baseUrl}/reset-password?token=${token}`
  })
}
