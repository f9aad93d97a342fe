import { Context } from "effect"

/** Where the links of mails lead; never taken from a request. */
export class Links extends Context.Tag("@boardwright/core/Links")<
  Links,
  {
    readonly verifyEmail: (token: string) => string
    readonly resetPassword: (token: string) => string
  }
>() {}
