import { Effect, Schema } from "effect"
import { Role } from "../access/Role.js"
import { BackgroundInput } from "../board/Background.js"
import { MAX_BOARD_COLUMNS, MAX_GROUPS, MAX_MEMBERS } from "../board/boardBudget.js"
import { AddTimeEntry } from "../task/addTimeEntry.js"
import { MAX_COMMENTS, MAX_SUBTASKS, MAX_TIME_ENTRIES } from "../task/childBudget.js"
import { DueDate, NewColumnValues, UserIds } from "../task/TaskInput.js"
import { Color } from "../values/Color.js"
import { decodeInput, InvalidInput, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { Content, Description, Flag, Id, Label, Name, optional } from "../values/Text.js"
import { FORMAT, VERSION } from "./Archive.js"

/** Most entries of a list in an archive: more than a board has, and what one process can check. */
const MAX_ENTRIES = 1_000_000

const objects = <A, I>(of: Schema.Schema<A, I>, most = MAX_ENTRIES) =>
  Schema.Array(of)
    .annotations({ message: () => "must be a list" })
    .pipe(Schema.maxItems(most, { message: () => `must have at most ${most} entries` }))

const WIDTH_RULE = "must be a finite number from 0, or null"
const Width = Schema.NullOr(
  Schema.Number.annotations({ message: () => WIDTH_RULE }).pipe(
    Schema.filter((value) => (Number.isFinite(value) && value >= 0) || WIDTH_RULE)
  )
)

const times = { createdAt: DueDate, updatedAt: DueDate }

const HeaderInput = Schema.Struct({
  format: Schema.Literal(FORMAT).annotations({ message: () => `must be ${FORMAT}` }),
  version: Schema.Literal(VERSION).annotations({ message: () => `must be ${VERSION}, the one version that is known` }),
  board: Schema.Struct({
    name: Name,
    description: Description,
    background: BackgroundInput,
    viewDensity: Label,
    ...times
  }),
  groups: objects(Schema.Struct({ id: Id, name: Name, color: Color }), MAX_GROUPS),
  columns: objects(
    Schema.Struct({
      id: Id,
      name: Name,
      type: Label,
      required: Flag,
      description: Description,
      width: Width,
      visible: Flag
    }),
    MAX_BOARD_COLUMNS
  ),
  members: objects(Schema.Struct({ userId: Id, role: Role }), MAX_MEMBERS),
  people: objects(Schema.Struct({ id: Id, email: optional(Id) }))
})

/** A checked header. */
export type HeaderInput = typeof HeaderInput.Type

const TaskInput = Schema.Struct({
  groupId: Id,
  name: Name,
  description: Description,
  status: Label,
  priority: Label,
  assignees: UserIds,
  dueDate: Schema.NullOr(DueDate),
  columnValues: NewColumnValues,
  ...times,
  comments: objects(
    Schema.Struct({ userId: Id, content: Content, mentions: UserIds, createdAt: DueDate }),
    MAX_COMMENTS
  ),
  subtasks: objects(Schema.Struct({ name: Name, completed: Flag, createdAt: DueDate }), MAX_SUBTASKS),
  timeEntries: objects(
    Schema.Struct({
      userId: Id,
      duration: AddTimeEntry.fields.duration,
      description: Description,
      createdAt: DueDate
    }),
    MAX_TIME_ENTRIES
  )
})

/** A checked task. */
export type TaskInput = typeof TaskInput.Type

const repeated = (header: object, list: string, key: string): ReadonlyArray<Issue> => {
  const entries: unknown = Reflect.get(header, list)
  if (!Array.isArray(entries)) return []
  const seen = new Set<unknown>()
  return entries.flatMap((entry: unknown, at) => {
    const id: unknown = isPlainObject(entry) ? entry[key] : undefined
    const isRepeated = typeof id === "string" && seen.has(id)
    seen.add(id)
    return isRepeated ? [{ path: [list, String(at), key], message: "is there already" }] : []
  })
}

const REFERENCES = { groups: "id", columns: "id", members: "userId", people: "id" } as const

const repetitions = (header: unknown): ReadonlyArray<Issue> =>
  isPlainObject(header) ? Object.entries(REFERENCES).flatMap(([list, key]) => repeated(header, list, key)) : []

const under = (path: ReadonlyArray<string>) =>
  Effect.mapError(
    ({ issues }: InvalidInput) =>
      new InvalidInput({ issues: issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })) })
  )

const decodeAnyHeader = decodeInput(HeaderInput, repetitions, MAX_ENTRIES)

/** Checks the header of an archive. Fails with `InvalidInput` whose paths begin with `archive`. */
export const decodeHeader = (archive: unknown) => under(["archive"])(decodeAnyHeader(archive))

/** The check of an archive's tasks. Fails with `InvalidInput` whose paths begin with `tasks` and the task's place. */
export const taskDecoder = ({ columns, groups }: HeaderInput) => {
  const groupIds: ReadonlySet<unknown> = new Set(groups.map(({ id }) => id))
  const columnIds = new Set(columns.map(({ id }) => id))
  const decode = decodeInput(
    TaskInput,
    (task) => {
      if (!isPlainObject(task)) return []
      const { columnValues, groupId } = task
      const isStray = typeof groupId === "string" && !groupIds.has(groupId)
      const strayKeys = isPlainObject(columnValues)
        ? Object.keys(columnValues).filter((key) => !columnIds.has(key))
        : []
      return [
        ...(isStray ? [{ path: ["groupId"], message: "is no group of the archive" }] : []),
        ...strayKeys.map((key) => ({ path: ["columnValues", key], message: "is no column of the archive" }))
      ]
    },
    MAX_ENTRIES
  )
  return (task: unknown, at: number) => under(["tasks", String(at)])(decode(task))
}
