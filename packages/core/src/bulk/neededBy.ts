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
  const first = Option.getOrUndefined(group)?.id
  const [created, tasks, groups, columns] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { expected = [], groupId, id, op, patch } of operations) {
    if (op === "create") created.add(id)
    else if (!created.has(id)) tasks.add(id)
    const into = groupId === null ? first : groupId
    if (into !== undefined) groups.add(into)
    for (const column of expected) columns.add(column)
    if (patch !== undefined) for (const column of columnsOfWrite(bindings, patch)) columns.add(column)
  }
  return {
    tasks: sorted(tasks),
    groups: sorted(groups),
    columns: sorted(columns),
    areAnchored: operations.some(({ isAnchored = false }) => isAnchored)
  }
}

/** The ids of users that unchecked operations may name: assignees, and texts in cells. */
export const usersNamedIn = (operations: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const named = new Set<string>()
  for (const operation of operations.filter(isPlainObject)) {
    const { patch, task } = operation
    for (const { assignees, columnValues } of [task, patch].filter(isPlainObject)) {
      for (const id of userIdsIn(assignees)) named.add(id)
      if (!isPlainObject(columnValues)) continue
      for (const cell of Object.values(columnValues)) for (const id of userIdsIn(cell)) named.add(id)
    }
  }
  return sorted(named)
}
