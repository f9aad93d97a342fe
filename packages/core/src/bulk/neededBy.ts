import { Option } from "effect"
import { userIdsIn } from "../board/boundField.js"
import type { TaskPlace } from "../board/BoardRepository.js"
import { columnsOfWrite } from "../task/writeCells.js"
import { isPlainObject } from "../values/Json.js"
import type { Prepared } from "./prepareOperation.js"
import type { Needed } from "./stageBoard.js"

const sorted = (ids: Iterable<string>): ReadonlyArray<string> => [...new Set(ids)].toSorted()

/** The tasks, groups and columns that operations need, each once and sorted. Without those that they create. */
export const neededBy = (operations: ReadonlyArray<Prepared>, { bindings, group }: TaskPlace): Needed => {
  const created = new Set(operations.flatMap(({ id, op }) => (op === "create" ? [id] : [])))
  const first = Option.toArray(group).map(({ id }) => id)
  return {
    tasks: sorted(operations.flatMap(({ id }) => (created.has(id) ? [] : [id]))),
    groups: sorted(operations.flatMap(({ groupId }) => (groupId === null ? first : (groupId ?? [])))),
    columns: sorted(
      operations.flatMap(({ expected, patch }) => [
        ...expected,
        ...(patch === undefined ? [] : columnsOfWrite(bindings, patch))
      ])
    ),
    areAnchored: operations.some(({ isAnchored }) => isAnchored)
  }
}

/** The ids of users that unchecked operations may name: assignees, and texts in cells. */
export const usersNamedIn = (operations: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const inputs = operations.flatMap((operation) =>
    isPlainObject(operation) ? [operation["task"], operation["patch"]] : []
  )
  const named = inputs
    .filter(isPlainObject)
    .flatMap(({ assignees, columnValues }) => [
      ...userIdsIn(assignees),
      ...(isPlainObject(columnValues) ? Object.values(columnValues).flatMap(userIdsIn) : [])
    ])
  return sorted(named)
}
