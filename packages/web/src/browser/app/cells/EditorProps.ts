import type { Person } from "@boardwright/client"
import type { Json } from "../store/Operation.js"
import type { Field } from "./fields.js"

/** Where to go on after an edit: to the cell below, the next one, the one before, or nowhere. */
export type Next = "before" | "below" | "next" | "stay"

/** What the editor of a cell is given. */
export interface EditorProps {
  readonly field: Field
  readonly value: unknown
  /** The text that began the edit; it replaces the value. */
  readonly typed: string | null
  readonly people: ReadonlyMap<string, Person>
  /**
   * Stores a value that differs from the one that the editor was opened with, `seen`.
   */
  readonly done: (value: Json, next: Next, seen: Json) => void
  /** Whether the value is for several tasks, which Escape leaves as they are. */
  readonly isForMany?: boolean
  /** Leaves the value as it is. */
  readonly cancel: (next?: Next) => void
}
