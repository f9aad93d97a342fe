import { Board, type Change, Freshness, Task } from "@boardwright/core"
import { Predicate } from "effect"
import { API_VERSION } from "./Api.js"
import type { HandlerRequest } from "./Handler.js"
import type { ServerRequest } from "./ServerRequest.js"

/** The tags of `If-None-Match`, without the mark of weak ones, which proxies add (RFC 9110, section 13.1.2). */
export const knownTags = (request: ServerRequest): ReadonlyArray<string> =>
  request
    .header("if-none-match")
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, "")) ?? []

/**
 * What is asked for; null if the request does not name it, and for a list in the order of assignees' names, as a name is no change of
 * the board.
 */
export const copiedBy = (
  kind: Freshness.Copied["kind"],
  { id = "" }: { readonly [name: string]: string },
  { boardId, sort }: HandlerRequest<never>["query"]
): Freshness.Copied | null => {
  if (kind === "task") return { kind, taskId: Task.TaskId.make(id) }
  if (kind === "board") return { kind, boardId: Board.BoardId.make(id) }
  const order = typeof sort === "string" ? { sort } : {}
  const isByName = order.sort?.includes("assignee") === true
  return typeof boardId === "string" && !isByName ? { kind, boardId: Board.BoardId.make(boardId), ...order } : null
}

/** Whether a response was found by an index that lacks earlier texts: what is missing comes without a change. */
export const isIncomplete = (body: unknown): boolean =>
  Predicate.hasProperty(body, "complete") && body.complete === false

/** The faces in a response. */
export const facesIn = (kind: Freshness.Copied["kind"], body: unknown): Freshness.ShownFaces => {
  if (kind === "board") return Freshness.shownFaces((body as Board.ShownBoard).members)
  return kind === "task" ? Freshness.shownFaces((body as Task.ShownTask).comments) : []
}

/** FNV-1a of 32 bits. In Effect's `Hash.string` two changed letters often make up for each other. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, "0")
}

/**
 * The tag of a response: how far the feed of changes had come before it was read, and a hash of the rest that it depends on,
 * which are the release, the caller, what is asked for and the faces shown.
 */
export const entityTag = (
  cursor: Change.ChangeCursor,
  { path, search }: ServerRequest,
  caller: string | null,
  faces: Freshness.ShownFaces
): string => `"${cursor}-${hashOf(`${API_VERSION} ${caller} ${path}?${search} ${JSON.stringify(faces)}`)}"`

/** Whether one of the caller's tags is of what the caller would get now, whose tag is the given one. */
export const isFresh = (freshness: Freshness.Freshness, tag: string, known: ReadonlyArray<string>): boolean => {
  const digest = tag.slice(1 + freshness.cursor.length)
  return known.some(
    (each) => each.endsWith(digest) && Freshness.isUnchangedSince(freshness, each.slice(1, -digest.length))
  )
}

/** The headers of a response with a tag, which only the caller's own cache may store, and has to ask about each time. */
export const tagHeaders = (tag: string, cursor: Change.ChangeCursor) => ({
  etag: `W/${tag}`,
  "cache-control": "private, no-cache",
  vary: "Authorization",
  "x-change-cursor": cursor
})
