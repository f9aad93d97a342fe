import { Schema } from "effect"
import type { FeedHead } from "./ChangeRepository.js"

/** A place in the feed, opaque to clients: the epoch and a position. */
export const ChangeCursor = Schema.String.pipe(Schema.brand("ChangeCursor"))
export type ChangeCursor = typeof ChangeCursor.Type

/**
 * The changes after the cursor are not all there any more: it is older than what is kept, or from another life of the
 * database. Load everything again and continue from `cursor`.
 */
export class CursorExpired extends Schema.TaggedError<CursorExpired>()("CursorExpired", { cursor: ChangeCursor }) {}

export const cursorAt = (epoch: string, position: number): ChangeCursor => ChangeCursor.make(`${epoch}.${position}`)

const FORM = /^([0-9a-f]{1,64})\.(\d{1,15})$/

/** The epoch and position of a cursor, or null if the text is none. */
export const parseCursor = (text: string): { readonly epoch: string; readonly position: number } | null => {
  const [, epoch, position] = FORM.exec(text) ?? []
  return epoch === undefined || position === undefined ? null : { epoch, position: Number(position) }
}

/** Whether the feed can be continued from a cursor. */
export const isCurrent = (head: FeedHead, { epoch, position }: { readonly epoch: string; readonly position: number }) =>
  epoch === head.epoch && position >= head.start && position <= head.position
