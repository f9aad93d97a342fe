import { openApi } from "@boardwright/http"
import { MISSING } from "../../http/given.js"

/** What counts where, by the agreed table: everything that is not named here is `general`. */
const TIERS: Readonly<Record<string, Tier>> = {
  "POST /api/auth/signin": "auth",
  "POST /api/auth/signup": "auth",
  "POST /api/auth/forgot-password": "auth",
  "POST /api/auth/resend-verification": "auth",
  "POST /api/auth/reset-password": "sensitive by address",
  "GET /api/auth/verify-email": "sensitive by address",
  "GET /api/auth/oidc/start": "sensitive by address",
  "GET /api/auth/oidc/callback": "sensitive by address",
  "POST /api/auth/oidc/token": "sensitive by address",
  "POST /api/auth/unsubscribe": "sensitive by address",
  "POST /api/auth/change-password": "sensitive by user",
  "POST /api/auth/me/delete": "sensitive by user",
  "GET /api/auth/me/export": "sensitive by user",
  "POST /api/auth/change-email": "sensitive by user",
  "POST /api/auth/confirm-email": "sensitive by address",
  "POST /api/auth/undo-email": "sensitive by address",
  "GET /api/auth/sessions": "sensitive by user",
  "GET /api/auth/events": "sensitive by user",
  "DELETE /api/auth/sessions/{id}": "sensitive by user",
  "POST /api/auth/signout": "sensitive by user",
  "POST /api/auth/signout-everywhere": "sensitive by user",
  "DELETE /api/workspaces/{id}": "sensitive by user",
  "POST /api/workspaces/{id}/transfer": "sensitive by user",
  "POST /api/workspaces/{id}/members": "sensitive by user",
  "POST /api/workspaces/{id}/invitations/{invitationId}/resend": "sensitive by user",
  "GET /api/boards/{id}/export": "sensitive by user",
  "POST /api/boards/{id}/calendar-link": "sensitive by user",
  "DELETE /api/boards/{id}": "sensitive by user",
  "POST /api/boards/import": "sensitive by user",
  "POST /api/boards/{id}/duplicate": "sensitive by user",
  "POST /api/workspaces/{id}/duplicate": "sensitive by user",
  "POST /api/boards/{id}/invite": "sensitive by user",
  "POST /api/boards/{id}/invitations/{invitationId}/resend": "sensitive by user",
  "DELETE /api/trash/{deletionId}": "sensitive by user",
  "POST /api/tokens": "sensitive by user",
  "POST /api/webhooks/{id}/test": "sensitive by user",
  "GET /api/boards/{id}/calendar.ics": "general by address",
  "GET /api/health": "none",
  "GET /api/health/ready": "none"
}

/** What a request counts in, divided by user and address where both count. A calendar is read by its key alone. */
export type Tier = "auth" | "sensitive by address" | "sensitive by user" | "general" | "general by address" | "none"

/** Requests a minute. */
export const LIMITS: Readonly<Record<Tier, number>> = {
  auth: 5,
  "sensitive by address": 10,
  "sensitive by user": 10,
  general: 60,
  "general by address": 60,
  none: Infinity
}

/** An endpoint as it is asked for, with ids that nothing has. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly tier: Tier
}

const readOperations = async (): Promise<ReadonlyArray<Operation>> => {
  const { paths } = (await openApi()) as { readonly paths: Readonly<Record<string, object>> }
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.keys(item).map((key) => {
      const method = key.toUpperCase()
      const name = `${method} ${template}`
      return { name, method, path: template.replaceAll(/\{\w+\}/g, MISSING), tier: TIERS[name] ?? "general" }
    })
  )
}

/** Every endpoint of the contract. */
export const OPERATIONS = await readOperations()

/** Those of a tier. */
export const operationsOf = (tier: Tier): ReadonlyArray<Operation> => OPERATIONS.filter((each) => each.tier === tier)
