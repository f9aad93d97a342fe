import type { Account, Task } from "@boardwright/core"
import type { DemoPerson } from "./people.js"

type Who = DemoPerson["key"]

/** A task of the demo. Times are in days before now, due dates in days from today; of what is left out it has none. */
export interface DemoTask {
  /** The id of one of the board's groups. */
  readonly group: string
  readonly name: string
  readonly description?: string
  readonly status?: string
  readonly priority?: string
  readonly assignees?: ReadonlyArray<Who>
  readonly due?: number
  readonly made: number
  /** By the ids of the board's columns. */
  readonly values?: Task.ColumnValues
  readonly comments?: ReadonlyArray<readonly [author: Who, ago: number, content: string, ...mentions: Array<Who>]>
  readonly subtasks?: ReadonlyArray<readonly [name: string, completed: boolean]>
  readonly timeEntries?: ReadonlyArray<readonly [who: Who, ago: number, minutes: number, description: string]>
}

/** A board of the demo; ids hold within it. */
export interface DemoBoard {
  readonly name: string
  readonly description: string
  readonly background: { readonly type: string; readonly value: string }
  /** In days before now. */
  readonly made: number
  readonly groups: ReadonlyArray<readonly [id: string, name: string, color: string]>
  readonly columns: ReadonlyArray<readonly [id: string, name: string, type: string, description?: string]>
  readonly tasks: ReadonlyArray<DemoTask>
}

/** What values of the demo's columns are made of. */
export interface DemoWords {
  readonly user: (who: Who) => Account.UserId
  /** A day, in days from today, as `2026-11-21`. */
  readonly day: (fromToday: number) => string
}
