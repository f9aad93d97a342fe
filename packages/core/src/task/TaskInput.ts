import { Effect, Schema } from "effect"
import { UserDirectory } from "../account/UserDirectory.js"
import type { Column } from "../board/Board.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { userIdsIn } from "../board/boundField.js"
import type { Issue } from "../values/InvalidInput.js"
import { isJson, isPlainObject, type Json } from "../values/Json.js"
import { fits, Id, TEXT_LENGTH } from "../values/Text.js"
import type { BoardId, UserId } from "../values/ids.js"
import type { ColumnValues } from "./Task.js"
import { valueIssues } from "./valueLimits.js"

/** A list of user ids, not yet looked up. */
export const UserIds = Schema.Array(Id).annotations({ message: () => "must be a list of user ids" })

const columnValueProblem = (value: Json | undefined): string | null => {
  if (!isJson(value)) return "must be a JSON value without NUL characters and lone surrogates"
  if (typeof value === "string" && !fits(value, TEXT_LENGTH)) return `must have at most ${TEXT_LENGTH} characters`
  return null
}

/** Custom values by column id, not yet looked up; null removes a key. */
export const ColumnValuesInput = Schema.declare((input: unknown): input is ColumnValues => isPlainObject(input), {
  message: () => "must be an object of values by column id",
  jsonSchema: { type: "object", additionalProperties: true, description: "Custom values by column id" }
}).pipe(
  Schema.filter((values) =>
    Object.entries(values).flatMap(([key, value]) => {
      const message = columnValueProblem(value)
      return message === null ? [] : [{ path: [key], message }]
    })
  )
)

/** The custom values of a new task, within their limits. */
export const NewColumnValues = ColumnValuesInput.pipe(
  Schema.filter((values) =>
    valueIssues(values, {}, values).map(({ message, path }) => ({ message, path: path.slice(1) }))
  )
)

const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => (values.length < 2 ? values : [...new Set(values)])

/** Users by their ids. */
export type KnownUsers = ReadonlyMap<string, UserId>

const NOBODY: Effect.Effect<KnownUsers> = Effect.succeed(new Map())

const askDirectory = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const directory = yield* UserDirectory
  return new Map((yield* directory.existing(distinct(ids))).map((id) => [String(id), id]))
})

/** The users among the ids. */
export const knownAmong = (ids: ReadonlyArray<string>) => (ids.length === 0 ? NOBODY : askDirectory(ids))

/** The users among the ids, each once, and an issue for each element of `field` that is none of them. */
const usersIn = (field: string, ids: ReadonlyArray<string>, known: KnownUsers) => {
  const users = distinct(ids)
    .map((id) => known.get(id))
    .filter((user) => user !== undefined)
  const issues: Array<Issue> = []
  ids.forEach((id, index) => {
    if (!known.has(id)) issues.push({ path: [field, String(index)], message: "is not a user" })
  })
  return { users, issues }
}

/** As `usersIn`, of all users. */
export const findUsers = (field: string, ids: ReadonlyArray<string>) =>
  Effect.map(knownAmong(ids), (known) => usersIn(field, ids, known))

/** The users that a write names: its assignees, an issue for each that is no user, and those in its cells. */
export interface NamedUsers extends ReturnType<typeof usersIn> {
  readonly inCells: KnownUsers
}

/** Fields of a write that may name users. */
interface Naming {
  readonly assignees?: ReadonlyArray<string> | null | undefined
  readonly columnValues?: ColumnValues | null | undefined
}

/** The users that a write names, of those that are known. */
export const namedUsers = ({ assignees }: Naming, known: KnownUsers): NamedUsers => {
  const { issues, users } = usersIn("assignees", assignees ?? [], known)
  return { issues, users, inCells: known }
}

/** The users that a write names. The directory may be remote: it is called before the transaction. */
export const findNamedUsers = Effect.fnUntraced(function* ({ assignees, columnValues }: Naming) {
  const { issues, users } = yield* findUsers("assignees", assignees ?? [])
  return { issues, users, inCells: yield* knownAmong(Object.values(columnValues ?? {}).flatMap(userIdsIn)) }
})

/** Columns that a write needs, and an issue for each that is not on the board. */
export interface HeldColumns {
  readonly columns: ReadonlyArray<Column>
  readonly unknown: ReadonlyArray<Issue>
}

const NO_COLUMNS: HeldColumns = { columns: [], unknown: [] }

/** The columns that were found for these ids. */
export const heldColumns = (ids: ReadonlyArray<string>, columns: ReadonlyArray<Column>): HeldColumns => {
  if (ids.length === 0) return NO_COLUMNS
  const found = new Set<string>(columns.map(({ id }) => id))
  const unknown = ids.filter((id) => !found.has(id))
  return {
    columns,
    unknown: unknown.map((id) => ({ path: ["columnValues", id], message: "is not a column of the board" }))
  }
}

const readColumns = Effect.fnUntraced(function* (boardId: BoardId, ids: ReadonlyArray<string>) {
  return heldColumns(ids, yield* (yield* BoardRepository).holdColumns(boardId, ids))
})

/** The columns with these ids, as they stay until the transaction ends, and an issue for each that is not on the board. */
export const holdColumns = (boardId: BoardId, ids: ReadonlyArray<string>) =>
  ids.length === 0 ? Effect.succeed(NO_COLUMNS) : readColumns(boardId, ids)

/** Merges key by key; null removes a key. */
export const mergeColumnValues = (before: ColumnValues, changes: ColumnValues): ColumnValues =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))
