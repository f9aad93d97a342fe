import { Effect } from "effect"
import type { BoardAccess } from "../access/AccessRepository.js"
import type { NewChange } from "../change/Change.js"
import { changedFields } from "../change/fieldChanges.js"
import { Ids } from "../ports/Ids.js"
import { boardChange } from "./boardChange.js"
import { BoardRepository } from "./BoardRepository.js"
import { newOption, unknownLabels } from "./options.js"

const addEach = Effect.fnUntraced(function* (access: BoardAccess, labels: ReadonlyMap<string, ReadonlyArray<string>>) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const changes: Array<NewChange> = []
  const locked = new Map(
    (yield* boards.lockOptions(access.boardId, [...labels.keys()])).map((each) => [String(each.id), each])
  )
  // In the order of their ids, whatever a store returns first: a bulk records what its operations record one by one.
  for (const [id, added] of [...labels].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const column = locked.get(id)
    if (column === undefined) continue
    const options = [...column.options]
    for (const label of added) {
      if (unknownLabels({ type: "dropdown", options }, label).length === 0) continue
      options.push(newOption(column, yield* ids.next, options.length, { label }))
    }
    const fields = changedFields(column, { ...column, options })
    if (Object.keys(fields).length === 0) continue
    yield* boards.replaceColumn(access.boardId, { ...column, options })
    changes.push(boardChange("column.updated", access, { subjectId: column.id, fields }))
  }
  return changes
})

const NO_CHANGES: Effect.Effect<ReadonlyArray<NewChange>> = Effect.succeed([])

/** Adds labels, by the id of their column, to the columns' options. Returns the changes. */
export const addLabels = (access: BoardAccess, labels: ReadonlyMap<string, ReadonlyArray<string>>) =>
  labels.size === 0 ? NO_CHANGES : addEach(access, labels)
