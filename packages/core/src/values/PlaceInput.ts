import type { Issue } from "./InvalidInput.js"
import { isPlainObject } from "./Json.js"
import { Id, optional } from "./Text.js"

/** A board or a workspace: exactly one of the two. */
export const PlaceFields = { boardId: optional(Id), workspaceId: optional(Id) }

/** The problem of an input that names no place, or two. */
export const placeIssues = (input: unknown): ReadonlyArray<Issue> => {
  if (!isPlainObject(input)) return []
  const has = (field: string) => (input[field] ?? null) !== null
  if (has("boardId") && has("workspaceId")) {
    return [{ path: ["workspaceId"], message: "must not be given with boardId" }]
  }
  return has("boardId") || has("workspaceId") ? [] : [{ path: ["boardId"], message: "is required, or workspaceId" }]
}
