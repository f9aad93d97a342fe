import { Effect, Option } from "effect"
import { requireBoard } from "../access/authorize.js"
import { type Group, GroupId, type Placed } from "../board/Board.js"
import { boardChange } from "../board/boardChange.js"
import { allowCount } from "../board/boardLimits.js"
import { BoardRepository } from "../board/BoardRepository.js"
import type { FoundChange } from "../change/ChangeRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import { BoardId } from "../values/ids.js"
import { conflict, removedSince, restoredSince, unlessChanged } from "./conflicts.js"
import { valuesBefore, wholeFields } from "./fieldsOf.js"

/** Locks the board of a change of a group, and finds the group among its own. */
const lockBoardOf = Effect.fnUntraced(function* (change: FoundChange) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(change.boardId ?? "")
  yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
  const access = yield* requireBoard(boardId, "edit the board's content")
  const { groups } = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
  return { access, boardId, boards, groups, group: groups.find(({ id }) => id === change.subjectId) }
})

export const removingGroup = (change: FoundChange) =>
  Effect.gen(function* () {
    const { access, boardId, boards, group, groups } = yield* lockBoardOf(change)
    if (group === undefined) return yield* removedSince()
    yield* unlessChanged(change)(group)
    if (groups.length === 1) return yield* conflict("id", "is the last group of its board")
    const removed = yield* boards.removeGroup(boardId, group.id)
    if (Option.isNone(removed)) return yield* conflict("tasks", "are in the group, or in the trash from it")
    const { color, name, rank } = removed.value
    const fields = wholeFields({ name, color, rank })
    return recorded(undefined, boardChange("group.deleted", access, { subjectId: group.id, fields }))
  })

export const restoringGroup = (change: FoundChange) =>
  Effect.gen(function* () {
    const { access, boardId, boards, group, groups } = yield* lockBoardOf(change)
    if (group !== undefined) return yield* restoredSince()
    yield* allowCount("groups", groups.length + 1)
    const values = valuesBefore<Omit<Placed<Group>, "id">>(change.fields)
    const id = GroupId.make(change.subjectId)
    yield* boards.insertGroup(boardId, { id, ...values })
    const { color, name } = values
    const fields = createdFields({ name, color })
    return recorded(undefined, boardChange("group.created", access, { subjectId: id, fields }))
  })
