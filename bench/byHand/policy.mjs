import { FORBIDDEN } from "./Refusal.mjs"

const READ = new Set(["viewer", "editor", "admin", "owner"])
const EDIT = new Set(["editor", "admin", "owner"])

/** Whoever stands to the board in some way may read it and comment. */
export const mayRead = (standing) => {
  if (!READ.has(standing)) throw FORBIDDEN
}

/** Editors, admins and the owner of the workspace may change what is on the board. */
export const mayEdit = (standing) => {
  if (!EDIT.has(standing)) throw FORBIDDEN
}
