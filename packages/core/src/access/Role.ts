import { Schema } from "effect"

/** What a member of a board is; closed, because it grants rights. */
export const Role = Schema.Literal("admin", "editor", "viewer").annotations({
  message: () => ({ message: "must be one of admin, editor, viewer", override: true })
})
export type Role = typeof Role.Type
