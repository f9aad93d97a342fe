import { Account } from "@boardwright/core"
import * as Parts from "../apiParts.js"

export const changeEmail = Parts.submit(
  "changeEmail",
  "/auth/change-email",
  "Request another address",
  "Sends an email with a link to the new address, unless an account has it: the response is the same. Wrong passwords count as failed sign-ins."
)
  .setPayload(Parts.sent(Account.ChangeEmail, { email: "ada@example.org", password: "correct horse" }))
  .addSuccess(Parts.Done)
  .addError(Parts.BadRequest)
  .annotate(Parts.Tier, "sensitive")
  .addError(Parts.Forbidden)
  .middleware(Parts.Session)

/** An endpoint that changes the address of an account by the token in a mail. */
const byLink = <const Name extends string>(name: Name, path: `/${string}`, summary: string, more: string) =>
  Parts.submit(
    name,
    path,
    summary,
    `Ends every session of the account. ${more} A token that is wrong, used or expired is a 400.`
  )
    .setPayload(Parts.sent(Account.EmailChangeToken, { token: "0123456789abcdef".repeat(4) }))
    .addSuccess(Parts.Done)
    .addError(Parts.BadRequest)
    .annotate(Parts.Tier, "sensitive")

export const confirmEmail = byLink(
  "confirmEmail",
  "/auth/confirm-email",
  "Confirm another address with an emailed token",
  "The old address gets an email with a link that undoes it for 48 hours."
)

export const undoEmail = byLink(
  "undoEmail",
  "/auth/undo-email",
  "Undo a change of address with an emailed token",
  "Later changes of the address end, too."
)
