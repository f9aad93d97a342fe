import type { Board, CallOptions, Column, Person, Role, StreamedChange, User } from "@boardwright/client"
import { batch, computed, effect, signal } from "@preact/signals"
import { api, isMissing, reading, reasonOf, renewing } from "../api.js"
import { loadMe } from "../me.js"
import { t } from "../text/texts.js"
import { loadBoard } from "./BoardData.js"
import { forgetOldest } from "./forgetOldest.js"
import { createHistory } from "./history.js"
import { notify } from "./notices.js"
import { applied, type BoardTask, newTask, type Operation, type TaskPatch, type Tasks } from "./Operation.js"
import { type Answer, createOutbox, isEqual } from "./outbox.js"
import { claimTab, newKey, takeConflicts, takeUnsent } from "./tabStorage.js"

/** Removed tasks whose batches are remembered. */
const MOST_REMOVED = 20_000

/** Ends the outbox of the visit before, by user and board: it goes on after its board is closed. */
const stopEarlier = new Map<string, () => void>()

const RANKS: Readonly<Record<string, Role>> = { viewer: "viewer", editor: "editor", admin: "admin", owner: "admin" }

/** What a task is created with. */
export type NewTask = TaskPatch & { readonly name: string; readonly groupId: string }

/** Everything of a board that is open in this tab. */
export interface BoardStore {
  readonly id: string
  readonly me: User
  readonly board: () => Board
  /** Whoever appears on the board, by id. */
  readonly people: () => ReadonlyMap<string, Person>
  readonly role: () => Role
  /** Whether the user has not answered the invitation yet: until then a board is only read here. */
  readonly isInvited: () => boolean
  /** As the user sees them, with the changes that are not sent yet. */
  readonly tasks: () => Tasks
  /** Whether all tasks are loaded. */
  readonly isComplete: () => boolean
  readonly isLive: () => boolean
  readonly unsent: () => number
  readonly isWaiting: () => boolean
  /** How many changes came since the board was opened. */
  readonly changeCount: () => number
  /** The changes after so many. */
  readonly changesAfter: (count: number) => ReadonlyArray<StreamedChange>
  readonly create: (task: NewTask) => string
  /** The id that the server gave to a task that was created here; any other id as it is. */
  readonly idOf: (id: string) => string
  /** What stays the same for a task as long as it is shown, also while the server gives it its id. */
  readonly keyOf: (id: string) => string
  /**
   * Changes fields and cells of tasks, if they still have the values that the user sees. `seen` has those that the user saw
   * earlier, as an editor was opened. What would change nothing is not sent.
   */
  readonly update: (ids: ReadonlyArray<string>, patch: TaskPatch, seen?: TaskPatch) => void
  /** Gives each task its own patch, as `update` does, and creates tasks: one step to undo. */
  readonly updateEach: (patches: ReadonlyMap<string, TaskPatch>, created: ReadonlyArray<NewTask>) => void
  /** The same as `update`, whatever the values are. */
  readonly overwrite: (id: string, patch: TaskPatch) => void
  /** Moves tasks, and changes them as `update` does if there is a patch. */
  readonly move: (ids: ReadonlyArray<string>, groupId: string, beforeTaskId: string | null, patch?: TaskPatch) => void
  readonly remove: (ids: ReadonlyArray<string>) => void
  /** Takes back that tasks were removed here. */
  readonly undoRemove: (ids: ReadonlyArray<string>) => Promise<void>
  /** Undoes what was done here last, or by a request. */
  readonly undo: (requestId?: string) => Promise<void>
  readonly redo: () => Promise<void>
  readonly canUndo: () => boolean
  readonly canRedo: () => boolean
  /** The changes of an earlier visit that were made over a day ago and never sent: the name of the task of each, and when. */
  readonly overdue: () => ReadonlyArray<{ readonly name: string; readonly madeAt: number }>
  readonly decideOverdue: (what: "send" | "discard") => void
  /**
   * Calls the API for a part of the board with the options, then shows the board as it is. False after an error, which is
   * shown.
   */
  readonly change: (call: (options: CallOptions) => Promise<unknown>) => Promise<boolean>
  /** The same, for what shows the error itself: rejects as the call does. */
  readonly changeOrReject: (call: (options: CallOptions) => Promise<unknown>) => Promise<void>
  /** Calls the API for a part of a task with the options, so that it can be undone. Rejects as the call does. */
  readonly done: <A>(call: (options: CallOptions) => Promise<A>) => Promise<A>
  /** Why the board can no longer be read; null as long as it can. */
  readonly gone: () => unknown
  readonly close: () => void
}

/** Fields as the API expects them to be. */
const flat = ({
  columnValues = {},
  ...fields
}: Omit<TaskPatch, "columnValues"> & {
  readonly columnValues?: Readonly<Record<string, unknown>>
}): Readonly<Record<string, unknown>> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(columnValues).map(([id, value]) => [`columnValues.${id}`, value]))
})

/** What a task has in the fields of a patch. */
const expectedOf = (
  task: BoardTask,
  { columnValues = {}, ...fields }: TaskPatch
): Readonly<Record<string, unknown>> => {
  const known = new Map<string, unknown>(Object.entries(task))
  const own = Object.keys(fields).filter((name) => known.has(name))
  return flat({
    ...Object.fromEntries(own.map((name) => [name, known.get(name) ?? null])),
    columnValues: Object.fromEntries(Object.keys(columnValues).map((id) => [id, task.columnValues[id] ?? null]))
  })
}

/** The tasks as the answer to a bulk of operations says they are. */
const settled = (tasks: Tasks, { results }: Answer, operations: ReadonlyArray<Operation>): Tasks =>
  results.reduce<Tasks>((all, { id, op, task }, at) => {
    if (task === undefined) return applied(all, [{ op: "delete", id }], "", "")
    // One that is not loaded yet comes with the others.
    if (op === "update" && !all.has(id)) return all
    const known = all.get(id) ?? newTask(id, task.boardId, {}, task.createdAt)
    // A later change has come already.
    if (known.updatedAt > task.updatedAt) return all
    const { description: _, ...fields } = task
    const next = new Map(all).set(id, { ...known, ...fields })
    const operation = operations[at]
    return operation?.op === "move" ? applied(next, [operation], task.boardId, task.updatedAt) : next
  }, tasks)

const creation = (task: NewTask) => ({ op: "create" as const, ref: `new-${newKey()}`, task })

/** What the board knows of the cells of a column. */
export interface Cells {
  /** The options that a column without any gets before a task has its first label. */
  readonly optionsToGet: (
    column: Column
  ) => ReadonlyArray<{ readonly label: string; readonly color: string; readonly value: string }>
  /** Why a strict column takes no such value. `rule` is what the server says of it. */
  readonly refusalOf: (column: Column, rule: string) => string
}

/** Loads a board and follows it. Rejects if it cannot be read. */
export const openBoard = async (
  id: string,
  { optionsToGet, refusalOf }: Cells,
  signalOfPage: AbortSignal
): Promise<BoardStore> => {
  const closing = new AbortController()
  signalOfPage.addEventListener("abort", () => closing.abort())
  const [me, data] = await Promise.all([reading(loadMe), loadBoard(id, closing.signal)])
  closing.signal.throwIfAborted()
  const { board, isLive, people } = data
  /** The ids of tasks that were created here, by those that they had until then, and the other way round. */
  const ids = signal<ReadonlyMap<string, string>>(new Map())
  const keys = new Map<string, string>()
  /** The batches in which tasks were removed here. */
  const removed = new Map<string, string>()
  /** The names of tasks that were deleted since the board was opened, here or elsewhere. */
  const deleted = new Map<string, string>()
  const idOf = (each: string): string => ids.value.get(each) ?? each
  const history = createHistory({
    userId: me.id,
    boardId: id,
    things: () => new Map([...board.value.groups, ...board.value.columns].map((each) => [each.id, each.name])),
    undone: () => {
      if (!isLive.value) data.reloadTasksSoon()
    }
  })

  const outbox = createOutbox({
    userId: me.id,
    boardId: id,
    send: (operations, idempotencyKey) => {
      const input = { boardId: id, operations: operations as Parameters<typeof api.tasks.bulk>[0]["operations"] }
      return renewing(() => api.tasks.bulk(input, { idempotencyKey }))
    },
    // A server on this computer needs no connection.
    isDisconnected: () => !navigator.onLine && !/^(?:localhost$|127\.|\[::1\]$)/.test(location.hostname),
    isLive: () => isLive.value,
    isGone: data.isGone,
    reload: () => data.reloadTasksSoon(),
    whyRefused: (error) => {
      const { details } = error
      const refused = details.map(({ message, path }) => {
        if (message === "is not a column of the board") return t("error.columnGone")
        const column = board.value.columns.find((each) => each.id === path.at(-1))
        return column === undefined ? null : refusalOf(column, message)
      })
      const said = refused.filter((text) => text !== null)
      return said.length === 0 || said.length < refused.length ? reasonOf(error) : [...new Set(said)].join(" ")
    },
    nameOf: (taskId) => data.tasks.value.get(taskId)?.name ?? deleted.get(taskId) ?? "",
    done: (batchId, given, operations, { madeAt, step }) => {
      for (const [ref, real] of given) keys.set(real, ref)
      if (given.size > 0) ids.value = new Map([...ids.value, ...given])
      for (const operation of operations) {
        if (operation.op !== "delete") continue
        removed.set(operation.id, batchId)
        forgetOldest(removed, MOST_REMOVED)
      }
      history.add(batchId, step, madeAt)
    },
    settle: (answer, operations) => {
      data.tasks.value = settled(data.tasks.value, answer, operations)
    }
  })

  const tasks = computed(() => applied(data.tasks.value, outbox.operations.value, id, new Date().toISOString()))

  const updates = (
    taskIds: ReadonlyArray<string>,
    patch: TaskPatch,
    seen: TaskPatch = {}
  ): ReadonlyArray<Operation> => {
    const wanted = flat(patch)
    return taskIds.map(idOf).flatMap((each) => {
      // The panel of a task may be open before the board has loaded it.
      const task = tasks.value.get(each)
      const shown = task === undefined ? {} : expectedOf(task, patch)
      const isShown = Object.entries(wanted).every(([name, value]) => isEqual(shown[name], value))
      return isShown ? [] : [{ op: "update", id: each, patch, expect: { ...shown, ...flat(seen) } }]
    })
  }

  /** The columns that are getting their options, each once. */
  const opening = new Map<string, Promise<unknown>>()
  const giveOptions = (column: Column): Promise<unknown> => {
    const input = { boardId: id, columnId: column.id, options: [...optionsToGet(column)] }
    const given =
      opening.get(column.id) ??
      change((options) => api.boards.updateColumn(input, options)).finally(() => opening.delete(column.id))
    opening.set(column.id, given)
    return given
  }
  /** Adds operations to the outbox. Columns in which they set the first label get the known ones first, if the server can be reached. */
  const write = (operations: ReadonlyArray<Operation>, isAlone = false): void => {
    const cells = operations.flatMap((operation) => {
      if (operation.op === "create") return Object.entries(operation.task.columnValues ?? {})
      return operation.op === "update" ? Object.entries(operation.patch.columnValues ?? {}) : []
    })
    const opened = board.value.columns.filter(
      (column) => optionsToGet(column).length > 0 && cells.some(([key, value]) => key === column.id && value !== null)
    )
    if (opened.length > 0 && !outbox.isWaiting.value && navigator.onLine)
      outbox.hold(Promise.all(opened.map(giveOptions)))
    outbox.add(operations, isAlone)
  }

  /** The options of a call that begins now. */
  const undoable = (): CallOptions => {
    const at = Date.now()
    return {
      onResponse: ({ headers }) => {
        const requestId = headers.get("x-request-id")
        if (requestId !== null) history.addRequest(requestId, at)
      }
    }
  }
  /** Ends with the last answer to what changes the board itself or parts of tasks. */
  let answered: Promise<unknown> = Promise.resolve()
  const untilAnswered = <A>(called: Promise<A>): Promise<A> => {
    answered = Promise.allSettled([answered, called])
    return called
  }
  const changeOrReject: BoardStore["changeOrReject"] = async (call) => {
    const options = undoable()
    await untilAnswered(answered.then(() => renewing(() => call(options))))
    await data.reload().catch(data.reloadTasksSoon)
  }
  const change: BoardStore["change"] = async (call) => {
    try {
      await changeOrReject(call)
      return true
    } catch (error) {
      if (!isMissing(error) || !(await data.isGone())) notify(reasonOf(error), { tone: "bad" })
      return false
    }
  }

  /** Waits until the server has every change. Says so if it cannot be reached. */
  const isSent = async (): Promise<boolean> => {
    await answered
    if (await outbox.drained()) return true
    notify(t("error.offline"), { tone: "bad" })
    return false
  }

  /** Undoes or redoes once everything is sent, one after another: two at once may come to the server in either order. */
  let lastTurn: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const earlier = Promise.allSettled([lastTurn])
    lastTurn = (async () => {
      await earlier
      if (await isSent()) await work()
    })()
    return lastTurn
  }

  const heard: Array<Parameters<typeof outbox.heard>> = []
  const tellHeard = () => batch(() => heard.splice(0).forEach((each) => outbox.heard(...each)))
  const took = ({ actorId, batchId, fields, id: changeId, requestId, taskId, type }: StreamedChange): void => {
    if (type === "task.deleted" && taskId !== null) {
      deleted.set(taskId, String(fields["name"]?.from ?? ""))
      forgetOldest(deleted, MOST_REMOVED)
    }
    if (batchId !== null) {
      if (heard.length === 0) queueMicrotask(tellHeard)
      heard.push([batchId, taskId])
    }
    if (actorId === me.id && requestId !== null) history.heard(requestId, batchId ?? changeId)
  }
  // A task that is being created here has its id from the answer, and the stream may be faster: until then it would be two.
  const waitFor = ({ actorId, batchId, type }: StreamedChange) =>
    type === "task.created" && actorId === me.id && batchId !== null ? outbox.creating() : null
  void data.follow({ took, waitFor })
  claimTab()
  const visit = `${me.id} ${id}`
  stopEarlier.get(visit)?.()
  stopEarlier.set(visit, outbox.stop)
  closing.signal.addEventListener("abort", () => {
    if (outbox.unsent.peek() > 0 || outbox.overdue.peek().length > 0) return
    outbox.stop()
    if (stopEarlier.get(visit) === outbox.stop) stopEarlier.delete(visit)
  })
  outbox.restore(await takeUnsent(me.id, id))
  outbox.restoreConflicts(await takeConflicts(me.id, id))
  addEventListener("online", () => void outbox.flush(), { signal: closing.signal })
  const stopTitle = effect(() => {
    document.title = `${board.value.name} - Boardwright`
  })
  closing.signal.addEventListener("abort", stopTitle)
  const stopGone = effect(() => {
    if (data.gone.value !== null) closing.abort()
  })
  closing.signal.addEventListener("abort", () => stopGone())

  return {
    id,
    me,
    board: () => board.value,
    people: () => people.value,
    role: () => RANKS[people.value.get(me.id)?.role ?? "viewer"] ?? "viewer",
    // An address that is invited is nobody's in the list of people.
    isInvited: () => (people.value.get(me.id)?.role ?? "invited") === "invited",
    tasks: () => tasks.value,
    isComplete: () => data.isComplete.value,
    // A stream that is open says nothing of a lost network for a while.
    isLive: () => isLive.value && outbox.isReached.value,
    unsent: () => outbox.unsent.value,
    isWaiting: () => outbox.isWaiting.value,
    changeCount: () => data.changeCount.value,
    changesAfter: data.changesAfter,
    create: (task) => {
      const operation = creation(task)
      write([operation])
      return operation.ref
    },
    updateEach: (patches, created) => {
      const changed = [...patches].flatMap(([taskId, patch]) => updates([taskId], patch))
      if (changed.length + created.length > 0) write([...changed, ...created.map(creation)], true)
    },
    idOf,
    keyOf: (each) => keys.get(each) ?? each,
    update: (taskIds, patch, seen) => {
      const operations = updates(taskIds, patch, seen)
      if (operations.length > 0) write(operations)
    },
    overwrite: (taskId, patch) => outbox.add([{ op: "update", id: idOf(taskId), patch }]),
    move: (taskIds, groupId, beforeTaskId, patch = {}) => {
      const before = beforeTaskId === null ? null : idOf(beforeTaskId)
      const moves = taskIds.map((each) => ({ op: "move" as const, id: idOf(each), groupId, beforeTaskId: before }))
      write([...updates(taskIds, patch), ...moves])
    },
    remove: (taskIds) =>
      outbox.add(
        taskIds.map((each) => ({ op: "delete", id: idOf(each) })),
        true
      ),
    undoRemove: (taskIds) =>
      inTurn(async () => {
        for (const batchId of new Set(taskIds.flatMap((each) => removed.get(idOf(each)) ?? [])))
          await history.undo(batchId)
      }),
    undo: async (requestId) => {
      if (requestId !== undefined || !outbox.withdraw()) await inTurn(() => history.undo(requestId))
    },
    redo: () => inTurn(history.redo),
    canUndo: () => history.canUndo() || outbox.canWithdraw(),
    canRedo: history.canRedo,
    overdue: () =>
      outbox.overdue.value.flatMap(({ madeAt, operations }) =>
        operations.map((operation) => ({
          name: operation.op === "create" ? operation.task.name : (tasks.value.get(operation.id)?.name ?? ""),
          madeAt
        }))
      ),
    decideOverdue: outbox.decideOverdue,
    change,
    changeOrReject,
    done: async (call) => {
      try {
        return await untilAnswered(call(undoable()))
      } catch (error) {
        if (isMissing(error)) void data.isGone()
        throw error
      }
    },
    gone: () => data.gone.value,
    close: () => closing.abort()
  }
}
