import { Context } from "effect"

/** The links in mails. Never derived from a request. */
export class Links extends Context.Tag("@boardwright/core/Links")<
  Links,
  {
    readonly verifyEmail: (token: string) => string
    readonly resetPassword: (token: string) => string
    /** Where the owner of a new address confirms it. */
    readonly confirmEmail: (token: string) => string
    /** Where the owner of an old address takes it back. */
    readonly undoEmail: (token: string) => string
    /** Where the owner of an invited address signs up. */
    readonly signUp: (token: string, email: string) => string
    /** Where a user answers an invitation. */
    readonly invitation: (id: string) => string
    readonly account: string
    /** Where a user chooses which mails they get, and ends sessions. */
    readonly settings: string
    /** A board, with one of its tasks open if there is one. */
    readonly board: (id: string, taskId: string | null) => string
    /** Takes a POST that ends mails about tasks. */
    readonly unsubscribe: (token: string) => string
    /** Where a user confirms that. */
    readonly unsubscribePage: (token: string) => string
  }
>() {
  /**
   * Links to this server at `baseUrl`; the pages are at `appUrl`, if there is a front end. Neither ends with a slash.
   */
  static readonly to = (baseUrl: string, appUrl: string | null): Links["Type"] => {
    const pages = appUrl ?? baseUrl
    return {
      verifyEmail: (token) => `${baseUrl}/api/auth/verify-email?token=${token}`,
      resetPassword: (token) => `${pages}/reset-password?token=${token}`,
      confirmEmail: (token) => `${pages}/confirm-email?token=${token}`,
      undoEmail: (token) => `${pages}/undo-email?token=${token}`,
      signUp: (token, email) => `${pages}/signup?invitation=${token}&email=${encodeURIComponent(email)}`,
      invitation: (id) => `${pages}/account?invitation=${encodeURIComponent(id)}`,
      account: `${pages}/account`,
      settings: `${pages}/account?settings=1`,
      board: (id, taskId) =>
        `${pages}/account?board=${encodeURIComponent(id)}${taskId === null ? "" : `&task=${encodeURIComponent(taskId)}`}`,
      unsubscribe: (token) => `${baseUrl}/api/auth/unsubscribe?token=${token}`,
      unsubscribePage: (token) => `${pages}/unsubscribe?token=${token}`
    }
  }
}
