import { Context } from "effect"

/** The links in mails. Never derived from a request. */
export class Links extends Context.Tag("@boardwright/core/Links")<
  Links,
  {
    readonly verifyEmail: (token: string) => string
    readonly resetPassword: (token: string) => string
  }
>() {
  /**
   * Links to this server at `baseUrl`; the reset page is at `appUrl`, if there is a front end. Neither ends with a
   * slash.
   */
  static readonly to = (baseUrl: string, appUrl: string | null): Links["Type"] => ({
    verifyEmail: (token) => `${baseUrl}/api/auth/verify-email?token=${token}`,
    resetPassword: (token) => `${appUrl ?? baseUrl}/reset-password?token=${token}`
  })
}
