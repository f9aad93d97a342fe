import { AccountDeletion } from "@boardwright/core"
import * as Parts from "../apiParts.js"
import { WorkspacesShared } from "../errorSchemas.js"

export const deleteOwn = Parts.post(
  "deleteOwn",
  "/auth/me/delete",
  "Delete the account for good",
  "With the workspaces that only the caller is in, memberships, webhooks and sessions. Comments stay, by a former member. A 409 names workspaces with other members. Wrong passwords count as failed sign-ins."
)
  .setPayload(Parts.sent(AccountDeletion.DeleteOwnAccount, { password: "correct horse" }))
  .addSuccess(Parts.Done)
  .addError(Parts.BadRequest)
  .addError(Parts.Forbidden)
  .addError(WorkspacesShared)
  .annotate(Parts.Tier, "sensitive")
  .middleware(Parts.Session)
