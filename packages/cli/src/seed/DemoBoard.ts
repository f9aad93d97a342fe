import type { Access, Account, Task } from "@boardwright/core"

export type DemoRole = "owner" | Access.Role | "invited"

/** A user of the demo. The domain is reserved (RFC 2606). */
export interface DemoPerson {
  readonly key: "maya" | "daniel" | "sofia" | "tom" | "priya"
  readonly name: string
  readonly email: string
  readonly role: DemoRole
}

/** All users of the demo, the workspace's owner first. */
export const PEOPLE: readonly [DemoPerson, ...ReadonlyArray<DemoPerson>] = [
  { key: "maya", name: "Maya Lindqvist", email: "maya@demo.example", role: "owner" },
  { key: "daniel", name: "Daniel Okafor", email: "daniel@demo.example", role: "admin" },
  { key: "sofia", name: "Sofia Marques", email: "sofia@demo.example", role: "editor" },
  { key: "tom", name: "Tom Becker", email: "tom@demo.example", role: "viewer" },
  { key: "priya", name: "Priya Nair", email: "priya@demo.example", role: "invited" }
]

type Who = DemoPerson["key"]

/** A task of the demo. Times are in days before now, due dates in days from today. */
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

/** A board of the demo. Ids are local to it. */
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

/** Builds the values of the demo's columns. */
export interface DemoWords {
  readonly user: (who: Who) => Account.UserId
  /** A day, in days from today, as `2026-11-21`. */
  readonly day: (fromToday: number) => string
}
