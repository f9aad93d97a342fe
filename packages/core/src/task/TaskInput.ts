import { Effect, Schema } from "effect"
import { UserDirectory } from "../account/UserDirectory.js"
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

/** The users among the ids, each once, and an issue for each element of `field` that is not a user. */
export const findUsers = Effect.fnUntraced(function* (field: string, ids: ReadonlyArray<string>) {
  if (ids.length === 0) return { users: [], issues: [] }
  const found = new Map((yield* (yield* UserDirectory).existing(distinct(ids))).map((id) => [String(id), id]))
  const users = distinct(ids).flatMap((id) => found.get(id) ?? [])
  const issues = ids.flatMap((id, index): ReadonlyArray<Issue> =>
    found.has(id) ? [] : [{ path: [field, String(index)], message: "is not a user" }]
  )
  return { users, issues }
})

const NOBODY: Effect.Effect<ReadonlyMap<string, UserId>> = Effect.succeed(new Map())

/** The users among the texts in cells that may be their ids. */
export const findCellUsers = (values: ColumnValues | null | undefined) => {
  if (values === null || values === undefined) return NOBODY
  const ids = Object.values(values).flatMap(userIdsIn)
  const toMap = ({ users }: { readonly users: ReadonlyArray<UserId> }): ReadonlyMap<string, UserId> =>
    new Map(users.map((id) => [String(id), id]))
  return ids.length === 0 ? NOBODY : Effect.map(findUsers("columnValues", ids), toMap)
}

const readColumns = Effect.fnUntraced(function* (boardId: BoardId, ids: ReadonlyArray<string>) {
  const columns = yield* (yield* BoardRepository).holdColumns(boardId, ids)
  const found = new Set<string>(columns.map(({ id }) => id))
  const unknown = ids.filter((id) => !found.has(id))
  const issues = unknown.map((id): Issue => ({ path: ["columnValues", id], message: "is not a column of the board" }))
  return { columns, unknown: issues }
})

type HeldColumns = Effect.Effect.Success<ReturnType<typeof readColumns>>
const NO_COLUMNS: Effect.Effect<HeldColumns> = Effect.succeed({ columns: [], unknown: [] })

/** The columns with these ids, as they stay until the transaction ends, and an issue for each that is not on the board. */
export const holdColumns = (boardId: BoardId, ids: ReadonlyArray<string>) =>
  ids.length === 0 ? NO_COLUMNS : readColumns(boardId, ids)

/** Merges key by key; null removes a key. */
export const mergeColumnValues = (before: ColumnValues, changes: ColumnValues): ColumnValues =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null))
