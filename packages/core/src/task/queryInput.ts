import { Effect, Schema, Struct } from "effect"
import { actingUser } from "../access/Actor.js"
import { QueryText } from "../search/search.js"
import { type BoardId, GroupId, UserId } from "../values/ids.js"
import { Instant, LastInstant } from "../values/Instant.js"
import { invalid } from "../values/InvalidInput.js"
import { NAME_LENGTH, optional, text } from "../values/Text.js"
import { cellFilterOf, Filter } from "./filterInput.js"
import { Sort } from "./sortInput.js"
import type { AssignedQuery, InstantRange, TaskQuery } from "./TaskQuery.js"
import type { TaskFilter } from "./TaskRepository.js"
import type { InstantField, LabelField, SortKey } from "./TaskSort.js"

/** Most values of one filter. */
export const MAX_FILTER_VALUES = 100

const VALUES_RULE = `must be a text, or a list of 1 to ${MAX_FILTER_VALUES} texts of at most ${NAME_LENGTH} characters`

/** One text, or several of which one must match. */
const OneOrMore = Schema.Union(
  Schema.String,
  Schema.Array(text(NAME_LENGTH)).pipe(
    // Not `maxItems`, which would replace a longer list by an empty one.
    Schema.filter(({ length }) => length >= 1 && length <= MAX_FILTER_VALUES)
  )
).annotations({ message: () => ({ message: VALUES_RULE, override: true }) })

/**
 * What narrows a list of tasks: each of several values may match, and ranges include both ends. `assignee` is a user id,
 * `me` for the caller, or `none` for tasks without assignees. `filter` has conditions on columns (see `Filter`), `q` words as
 * those of a search.
 */
export const QueryFields = {
  groupId: optional(OneOrMore),
  status: optional(OneOrMore),
  priority: optional(OneOrMore),
  assignee: optional(OneOrMore),
  dueFrom: optional(Instant),
  dueTo: optional(LastInstant),
  createdFrom: optional(Instant),
  createdTo: optional(LastInstant),
  updatedSince: optional(Instant),
  filter: optional(Filter),
  q: optional(QueryText),
  sort: optional(Sort)
}
const QueryInput = Schema.Struct(QueryFields)
type QueryInput = typeof QueryInput.Type

const valuesOf = (given: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  given === undefined ? [] : typeof given === "string" ? [given] : [...new Set(given)]

const rangesOf = (input: QueryInput): ReadonlyArray<InstantRange> => {
  const range = (
    field: InstantField,
    from: InstantRange["from"] | undefined,
    to: InstantRange["to"] | undefined
  ): ReadonlyArray<InstantRange> =>
    from === undefined && to === undefined ? [] : [{ field, from: from ?? null, to: to ?? null }]
  return [
    ...range("dueDate", input.dueFrom, input.dueTo),
    ...range("createdAt", input.createdFrom, input.createdTo),
    ...range("updatedAt", input.updatedSince, undefined)
  ]
}

/** The filters that are the same on every board. */
export const SharedFields = Struct.pick(QueryFields, "status", "dueFrom", "dueTo", "updatedSince")

/** What the filters of `SharedFields` ask for. */
export const sharedQueryOf = ({
  status,
  ...ranges
}: Pick<QueryInput, keyof typeof SharedFields>): Omit<AssignedQuery, "sort"> => {
  const values = valuesOf(status)
  return { oneOf: values.length === 0 ? [] : [{ field: "status", values }], ranges: rangesOf(ranges) }
}

/** The users among the values of `assignee`. Fails with `InvalidInput` for `me` if nobody calls. */
const assigneesOf = Effect.fnUntraced(function* (values: ReadonlyArray<string>) {
  const caller = values.includes("me") ? yield* actingUser : null
  if (values.includes("me") && caller === null) {
    return yield* invalid(["assignee"], "must not be me: the operator is not a user")
  }
  const users = values.flatMap((value) =>
    value === "none" ? [] : [value === "me" && caller !== null ? caller : value]
  )
  return { users: [...new Set(users)].map((id) => UserId.make(id)), nobody: values.includes("none") }
})

/** The filter of a board's tasks, without a `query` where one group, status and assignee say it all. */
export const filterOf = Effect.fnUntraced(function* (
  boardId: BoardId,
  input: QueryInput,
  words: TaskQuery["words"],
  sort: ReadonlyArray<SortKey>
) {
  const assignees = yield* assigneesOf(valuesOf(input.assignee))
  const [groups, statuses, priorities] = [valuesOf(input.groupId), valuesOf(input.status), valuesOf(input.priority)]
  const oneOf = (field: LabelField, values: ReadonlyArray<string>, single: number): TaskQuery["oneOf"] =>
    values.length > single ? [{ field, values }] : []
  const isAnyOf = assignees.nobody || assignees.users.length > 1
  const cells = input.filter === undefined ? null : yield* cellFilterOf(boardId, input.filter)
  const query: TaskQuery = {
    oneOf: [...oneOf("groupId", groups, 1), ...oneOf("status", statuses, 1), ...oneOf("priority", priorities, 0)],
    assignees: isAnyOf ? assignees : null,
    ranges: rangesOf(input),
    cells,
    words,
    sort
  }
  const [groupId, status] = [
    groups.length === 1 ? groups[0] : undefined,
    statuses.length === 1 ? statuses[0] : undefined
  ]
  const filter: TaskFilter = {
    boardId,
    groupId: groupId === undefined ? undefined : GroupId.make(groupId),
    status,
    assignee: isAnyOf ? undefined : assignees.users[0]
  }
  const { assignees: anyOf, oneOf: lists, ranges } = query
  const isPlain = [...lists, ...ranges, ...words, ...sort].length === 0 && anyOf === null && cells === null
  return isPlain ? filter : { ...filter, query }
})
