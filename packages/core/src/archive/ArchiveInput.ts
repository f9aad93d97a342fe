import { Effect, Schema } from "effect"
import { Role } from "../access/policy.js"
import { BackgroundInput } from "../board/Background.js"
import { DEFAULT_GROUP_COLOR } from "../board/Board.js"
import { BoundFieldInput, fieldIssues } from "../board/boundField.js"
import { foldLabel, MAX_OPTIONS, optionIssues } from "../board/options.js"
import { MAX_BOARD_COLUMNS, MAX_GROUPS, MAX_MEMBERS } from "../board/boardLimits.js"
import { MAX_COMMENTS, MAX_SUBTASKS, MAX_TIME_ENTRIES } from "../task/childLimits.js"
import { NewColumnValues, UserIds } from "../task/TaskInput.js"
import { Instant } from "../values/Instant.js"
import { Color } from "../values/Color.js"
import { decodeInput, failOnIssues, InvalidInput, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { cleared, Content, Description, Flag, Id, Label, listOf, Name, NonNegative, optional } from "../values/Text.js"
import { FORMAT, VERSION } from "./Archive.js"

/** Most entries of a list without a limit of its own: as many as one process can check. */
const MAX_ENTRIES = 1_000_000

const times = { createdAt: Instant, updatedAt: Instant }

// Earlier versions made an option "Constructor" without a color.
const OptionColor = Schema.optionalWith(Color, { default: () => DEFAULT_GROUP_COLOR })

const HeaderInput = Schema.Struct({
  format: Schema.Literal(FORMAT).annotations({ message: () => `must be ${FORMAT}` }),
  version: Schema.Literal(VERSION).annotations({ message: () => `must be ${VERSION}, the only known version` }),
  board: Schema.Struct({
    name: Name,
    description: Description,
    background: BackgroundInput,
    viewDensity: Label,
    ...times
  }),
  groups: listOf(Schema.Struct({ id: Id, name: Name, color: Color }), MAX_GROUPS),
  columns: listOf(
    Schema.Struct({
      id: Id,
      name: Name,
      type: Label,
      required: Flag,
      description: Description,
      width: Schema.NullOr(NonNegative),
      visible: Flag,
      field: cleared(BoundFieldInput),
      options: optional(
        listOf(Schema.Struct({ id: Id, label: Name, color: OptionColor, value: Schema.NullOr(Label) }), MAX_OPTIONS)
      ),
      strict: optional(Flag)
    }),
    MAX_BOARD_COLUMNS
  ),
  members: listOf(Schema.Struct({ userId: Id, role: Role }), MAX_MEMBERS),
  people: listOf(Schema.Struct({ id: Id, email: optional(Id) }), MAX_ENTRIES)
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
  dueDate: Schema.NullOr(Instant),
  columnValues: NewColumnValues,
  ...times,
  comments: listOf(
    Schema.Struct({
      userId: Id,
      content: Content,
      mentions: UserIds,
      createdAt: Instant,
      editedAt: optional(Instant)
    }),
    MAX_COMMENTS
  ),
  subtasks: listOf(Schema.Struct({ name: Name, completed: Flag, createdAt: Instant }), MAX_SUBTASKS),
  timeEntries: listOf(
    Schema.Struct({
      userId: Id,
      duration: NonNegative,
      description: Description,
      createdAt: Instant
    }),
    MAX_TIME_ENTRIES
  )
})

/** A checked task. */
export type TaskInput = typeof TaskInput.Type

const duplicatesIn = (header: object, list: string, key: string): ReadonlyArray<Issue> => {
  const entries: unknown = Reflect.get(header, list)
  if (!Array.isArray(entries)) return []
  const seen = new Set<unknown>()
  return entries.flatMap((entry: unknown, at) => {
    const id: unknown = isPlainObject(entry) ? entry[key] : undefined
    const isRepeated = typeof id === "string" && seen.has(id)
    seen.add(id)
    return isRepeated ? [{ path: [list, String(at), key], message: "is a duplicate" }] : []
  })
}

const KEYS = [
  ["groups", "id"],
  ["columns", "id"],
  ["columns", "field"],
  ["members", "userId"],
  ["people", "id"]
] as const

const duplicates = (header: unknown): ReadonlyArray<Issue> =>
  isPlainObject(header) ? KEYS.flatMap(([list, key]) => duplicatesIn(header, list, key)) : []

const groupIssues = ({ groups }: HeaderInput): ReadonlyArray<Issue> =>
  groups.length === 0 ? [{ path: ["groups"], message: "must have at least one group" }] : []

const columnIssues = ({ columns }: HeaderInput): ReadonlyArray<Issue> =>
  columns.flatMap(({ field = null, options = [], type }, at) =>
    [...fieldIssues({ field, type }, "field"), ...optionIssues({ type }, options)]
      .filter(({ path }) => path[2] !== "label")
      .map((issue) => ({ ...issue, path: ["columns", String(at), ...issue.path] }))
  )

const firstOfLabels = <A extends { readonly label: string }>(options: ReadonlyArray<A>): ReadonlyArray<A> => {
  const firsts = new Map<string, A>()
  for (const option of options) {
    const key = foldLabel(option.label)
    if (!firsts.has(key)) firsts.set(key, option)
  }
  return [...firsts.values()]
}

/** Earlier versions made options with the same label in another case. Cells mean the first of them. */
const withDistinctOptions = (header: HeaderInput): HeaderInput => ({
  ...header,
  columns: header.columns.map(({ options = [], ...column }) => ({ ...column, options: firstOfLabels(options) }))
})

const withinPath = (path: ReadonlyArray<string>) =>
  Effect.mapError(
    ({ issues }: InvalidInput) =>
      new InvalidInput({ issues: issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })) })
  )

const decodeAnyHeader = decodeInput(HeaderInput, duplicates, MAX_ENTRIES)

/** Checks the header of an archive. Fails with `InvalidInput` whose paths begin with `archive`. */
export const decodeHeader = (archive: unknown) =>
  withinPath(["archive"])(
    decodeAnyHeader(archive).pipe(
      Effect.tap((header) => failOnIssues([...groupIssues(header), ...columnIssues(header)])),
      Effect.map(withDistinctOptions)
    )
  )

/**
 * Returns the check of an archive's tasks. It fails with `InvalidInput` whose paths begin with `tasks` and the index.
 */
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
        ...(isStray ? [{ path: ["groupId"], message: "is not a group of the archive" }] : []),
        ...strayKeys.map((key) => ({ path: ["columnValues", key], message: "is not a column of the archive" }))
      ]
    },
    MAX_ENTRIES
  )
  return (task: unknown, at: number) => withinPath(["tasks", String(at)])(decode(task))
}
