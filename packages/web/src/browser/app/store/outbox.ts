import { BoardwrightClientError } from "@boardwright/client"
import { batch as atOnce, computed, effect, signal } from "@preact/signals"
import { type api, isMissing, isOffline, reasonOf } from "../api.js"
import { type Conflict, conflicts, notify, refusedDescription } from "./notices.js"
import { storeDraft } from "./drafts.js"
import { t } from "../text/texts.js"
import { type Operation, renamedIn } from "./Operation.js"
import { LATE_MILLIS } from "./pause.js"
import { type Batch, newKey, storeConflicts, storeUnsent } from "./tabStorage.js"

const DAY = 86_400_000
/** Most operations of a bulk. */
const MOST = 200
/** Most batches that wait apart. What is added beyond them, as by a key that is held down, goes together. */
const MOST_APART = 10
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000
/** How long a text that was not stored is shown. */
const SECONDS_TO_COPY = 60
/** How long an acknowledged change is shown if the stream does not repeat it: a change of nothing is in no feed. */
const ECHO_MILLIS = 4_000

/** The answer to a bulk. */
export type Answer = Awaited<ReturnType<typeof api.tasks.bulk>>

/** What the outbox of a board needs to know, and where it reports what became of a batch. */
export interface OutboxOptions {
  readonly userId: string
  readonly boardId: string
  /** Sends operations, once for each key. */
  readonly send: (operations: ReadonlyArray<Operation>, key: string) => Promise<Answer>
  /** Whether changes come back by the stream. */
  readonly isLive: () => boolean
  /** Whether the browser knows of no connection: nothing is sent then. */
  readonly isDisconnected: () => boolean
  /** Whether the board can no longer be read, after something was refused. */
  readonly isGone: () => Promise<boolean>
  /** Reads the tasks again. */
  readonly reload: () => void
  /** Why something was refused, in the words of the user. */
  readonly whyRefused: (error: BoardwrightClientError) => string
  /** The name that a task had when it was deleted; empty where it is not known. */
  readonly nameOf: (taskId: string) => string
  /**
   * The operations of a batch were done; new tasks have these ids now, by those that they had until then. Batches of one
   * step of the user have the same `step`, and `madeAt` is when the first of its operations was added.
   */
  readonly done: (
    batchId: string,
    ids: ReadonlyMap<string, string>,
    operations: ReadonlyArray<Operation>,
    batch: Pick<Batch, "madeAt" | "step">
  ) => void
  /** The stream did not repeat a batch, so the tasks are as the answer says. */
  readonly settle: (answer: Answer, operations: ReadonlyArray<Operation>) => void
}

/** What was answered, until the stream has its changes: operations and their results, in one order. */
interface Echo {
  readonly answer: Answer
  readonly operations: ReadonlyArray<Operation>
}

const without = ({ answer, operations }: Echo, taskId: string | null): Echo => {
  const isOther = (_: unknown, at: number): boolean => answer.results[at]?.id !== taskId
  return {
    answer: { ...answer, results: answer.results.filter(isOther) },
    operations: operations.filter(isOther)
  }
}

const indexOf = (path: ReadonlyArray<string>): number => (path[0] === "operations" ? Number(path[1]) : Number.NaN)

const valueIn = (operation: Operation, field: string): unknown => {
  if (operation.op !== "update") return null
  const { columnValues = {}, ...fields } = operation.patch
  const cell = field.startsWith("columnValues.") ? field.slice("columnValues.".length) : null
  return cell === null ? Object.entries(fields).find(([name]) => name === field)?.[1] : columnValues[cell]
}

/** Most characters of a text that was not stored that a notice shows. */
const MOST_TYPED = 1_000

/** The texts that an operation would have stored. */
const typedIn = (operation: Operation): ReadonlyArray<string> => {
  if (operation.op === "create") return [operation.task.name]
  if (operation.op !== "update") return []
  const { columnValues = {}, description, dueDate, name } = operation.patch
  return [name, description, dueDate, ...Object.values(columnValues)].filter((value) => typeof value === "string")
}

export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The changes of tasks that wait for the server: shown at once, sent in order, each once. */
export const createOutbox = ({
  boardId,
  done,
  isDisconnected,
  isGone,
  isLive,
  nameOf,
  reload,
  send,
  settle,
  userId,
  whyRefused
}: OutboxOptions) => {
  const batches = signal<ReadonlyArray<Batch>>([])
  /** Batches of an earlier visit that wait for the user to decide. */
  const overdue = signal<ReadonlyArray<Batch>>([])
  const echoes = signal<ReadonlyArray<Echo>>([])
  const isWaiting = signal(false)
  const isReached = signal(true)
  let sending: Promise<boolean> | null = null
  /** Changes that came before the answer to a batch that was tried, which may be lost on its way. */
  const early: Array<{ readonly batchId: string; readonly taskId: string | null }> = []
  let pause = FIRST_PAUSE
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether operations were added in this turn: a step of the user may add several times. */
  let isAdding = false
  /** How many calls must end before anything is sent. */
  let holding = 0
  let held: Promise<unknown> = Promise.resolve()

  let isStopped = false
  // Also where the answer comes after another board was opened.
  const stopStoring = effect(() =>
    storeConflicts(
      userId,
      boardId,
      conflicts.value.filter((each) => each.boardId === boardId)
    )
  )

  const setBatches = (next: ReadonlyArray<Batch>): void => {
    batches.value = next
    storeUnsent(userId, boardId, [...overdue.value, ...next])
  }

  const queueFirst = (earlier: ReadonlyArray<Batch>): void => {
    setBatches([...earlier, ...batches.value])
    void flush()
  }

  const replaceFirst = (operations: ReadonlyArray<Operation>): void => {
    const [first, ...rest] = batches.value
    if (first === undefined) return
    setBatches(operations.length === 0 ? rest : [{ ...first, key: newKey(), isTried: false, operations }, ...rest])
  }

  const acknowledge = (batch: Batch, answer: Answer): void => {
    const ids = new Map(answer.results.flatMap(({ id, ref }) => (ref === undefined ? [] : [[ref, id] as const])))
    const rename = (operations: ReadonlyArray<Operation>) => operations.map((each) => renamedIn(each, ids))
    setBatches(batches.value.slice(1).map((each) => ({ ...each, operations: rename(each.operations) })))
    const { batchId } = answer
    const operations = rename(batch.operations)
    done(batchId, ids, operations, batch)
    echoes.value = [...echoes.value, { answer, operations }]
    for (const change of early.splice(0)) heard(change.batchId, change.taskId)
    const settleLeft = (): void => {
      const left = echoes.value.find((echo) => echo.answer.batchId === batchId)
      if (left === undefined) return
      settle(left.answer, left.operations)
      echoes.value = echoes.value.filter((echo) => echo !== left)
    }
    if (isLive()) setTimeout(settleLeft, ECHO_MILLIS)
    else settleLeft()
  }

  /** What an operation would have set in a task that was deleted. */
  const lostIn = (operation: Operation): ReadonlyArray<Conflict> => {
    if (operation.op !== "update") return []
    const { columnValues = {}, ...fields } = operation.patch
    const names = [...Object.keys(fields), ...Object.keys(columnValues).map((id) => `columnValues.${id}`)]
    const known = nameOf(operation.id) || String(operation.expect?.["name"] ?? "")
    return names.map((field) => ({
      ...{ boardId, taskId: operation.id, field, mine: valueIn(operation, field), theirs: null, deleted: known }
    }))
  }

  /** Says why operations were refused, and what was typed for them, so that it can be copied. */
  const sayRefused = (operations: ReadonlyArray<Operation>, error: BoardwrightClientError): void => {
    for (const operation of operations)
      if (operation.op === "update" && typeof operation.patch.description === "string") {
        storeDraft(`${userId}.${operation.id}.description.refused`, operation.patch.description)
        refusedDescription.value = { taskId: operation.id, text: operation.patch.description }
      }
    const texts = new Set(operations.flatMap(typedIn).filter((text) => text !== ""))
    const typed = [...texts].join(", ").slice(0, MOST_TYPED)
    const reason = whyRefused(error)
    if (typed === "") notify(reason, { tone: "bad" })
    else notify(t("refused.typed", { reason, typed }), { tone: "bad", seconds: SECONDS_TO_COPY })
  }

  // Leaves out the operations that the server names; the others are sent again.
  const refuse = (batch: Batch, error: BoardwrightClientError): void => {
    const { length } = batch.operations
    if (error.status === 413 && length > 1) {
      const step = batch.step ?? newKey()
      const half = (from: number, to?: number) => batchOf(batch.operations.slice(from, to), true, step)
      return setBatches([half(0, length / 2), half(length / 2), ...batches.value.slice(1)])
    }
    // It was done, and its answer was lost.
    if (error.code === "IdempotentResultNotStored") {
      replaceFirst([])
      return reload()
    }
    const named = new Set(error.details.map(({ path }) => indexOf(path)).filter((at) => !Number.isNaN(at)))
    const refused = batch.operations.filter((_, at) => named.has(at))
    if (error.code === "BulkConflict") {
      const found = error.details.flatMap((detail): ReadonlyArray<Conflict> => {
        const operation = batch.operations[indexOf(detail.path)]
        const field = detail.path.slice(3).join(".")
        if (operation?.op !== "update" || field === "") return []
        const mine = valueIn(operation, field)
        const theirs = "current" in detail ? detail.current : null
        return isEqual(mine, theirs) ? [] : [{ boardId, taskId: operation.id, field, mine, theirs }]
      })
      conflicts.value = [...conflicts.value, ...found]
      // What a task was to be moved before is somewhere else.
      const isMove = batch.operations.some(({ op }, at) => named.has(at) && op === "move")
      if (isMove) notify(reasonOf(error), { tone: "bad" })
    } else if (error.code === "NotFound") {
      conflicts.value = [...conflicts.value, ...refused.flatMap(lostIn)]
      const placed = refused.filter(({ op }) => op !== "update" && op !== "delete")
      if (placed.length > 0 || named.size === 0) sayRefused(named.size === 0 ? batch.operations : placed, error)
    } else sayRefused(named.size === 0 ? batch.operations : refused, error)
    replaceFirst(named.size === 0 ? [] : batch.operations.filter((_, at) => !named.has(at)))
  }

  /** Ends when the first batch, which has the key, is answered, however often it is sent until then. */
  const answered = (key: string): Promise<void> =>
    new Promise((resolve) => {
      const stop = effect(() => {
        if (batches.value[0]?.key === key) return
        resolve()
        stop()
      })
    })

  const later = (atLeast = 0): false => {
    isWaiting.value = true
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), Math.max(pause, atLeast))
    pause = Math.min(pause * 2, LONGEST_PAUSE)
    return false
  }

  /** Sends a batch, and returns whether to go on with the next one. */
  const attempt = async (batch: Batch): Promise<boolean> => {
    // A server that takes so long may never answer.
    const late = setTimeout(() => (isWaiting.value = true), LATE_MILLIS)
    try {
      const answer = await send(batch.operations, batch.key)
      if (isStopped) return false
      pause = FIRST_PAUSE
      isWaiting.value = false
      isReached.value = true
      // What reads the tasks never sees them without the change.
      atOnce(() => acknowledge(batch, answer))
    } catch (error) {
      if (isStopped) return false
      isReached.value = !isOffline(error)
      if (!isReached.value) return later()
      if (error instanceof BoardwrightClientError && error.status === 429) return later((error.retryAfter ?? 60) * 1000)
      if (error instanceof BoardwrightClientError && error.status === 401) {
        // The user did not sign in again: the next change asks once more.
        isWaiting.value = true
        return false
      }
      // Stored until the board can be read again.
      if (isMissing(error) && (await isGone())) return false
      isWaiting.value = false
      if (error instanceof BoardwrightClientError && error.status !== 500) refuse(batch, error)
      else {
        notify(reasonOf(error), { tone: "bad" })
        return later()
      }
    } finally {
      clearTimeout(late)
    }
    return true
  }

  const flush = async (): Promise<void> => {
    const [first, ...rest] = batches.value
    if (sending !== null || first === undefined || holding > 0) return
    if (isDisconnected()) {
      isReached.value = false
      return void later()
    }
    const batch = { ...first, isTried: true }
    setBatches([batch, ...rest])
    sending = attempt(batch).finally(() => (sending = null))
    if (await sending) void flush()
  }

  const heard = (batchId: string, taskId: string | null): void => {
    if (batches.value[0]?.isTried === true) early.push({ batchId, taskId })
    // An earlier operation on the task that changed nothing is not in the stream. It ends too, since this change is newer.
    const at = echoes.value.findIndex(({ answer }) => answer.batchId === batchId)
    echoes.value = echoes.value
      .map((echo, index) => (index <= at ? without(echo, taskId) : echo))
      .filter(({ operations }) => operations.length > 0)
  }

  /** The last step, if nothing of it was sent while the server cannot be reached. */
  const withdrawable = computed(() => {
    const last = batches.value.at(-1)
    const step = batches.value.filter((each) => each === last || (each.step !== undefined && each.step === last?.step))
    return isWaiting.value && !step.some(({ isTried }) => isTried) ? step : []
  })

  return {
    /** Operations that the board shows and the server has not, oldest first. */
    operations: computed(() => [...echoes.value, ...batches.value].flatMap(({ operations }) => operations)),
    /** How many changes the server has not acknowledged. */
    unsent: computed(() => countOf(batches.value)),
    /** Whether changes wait, as while the server cannot be reached or asks for a pause. */
    isWaiting,
    /** Whether the last attempt came to the server. */
    isReached,
    /**
     * Queues operations: each step of the user as a batch, to be undone by itself. Beyond ten that wait, steps join one batch,
     * unless they are to be undone alone.
     */
    add: (operations: ReadonlyArray<Operation>, isAlone = false): void => {
      const last = batches.value.at(-1)
      const isTogether = isAdding || batches.value.length > MOST_APART
      const isOpen = isTogether && last !== undefined && !last.isTried && last.isAlone !== true && !isAlone
      const fits = isOpen && last.operations.length + operations.length <= MOST
      const step = operations.length > MOST ? newKey() : undefined
      const next = fits
        ? [...batches.value.slice(0, -1), { ...last, operations: [...last.operations, ...operations] }]
        : [...batches.value, ...chunked(operations).map((each) => batchOf(each, isAlone || step !== undefined, step))]
      setBatches(next)
      isAdding = true
      queueMicrotask(() => {
        isAdding = false
        void flush()
      })
    },
    /** Shows conflicts of an earlier visit again. */
    restoreConflicts: (earlier: ReadonlyArray<Conflict>): void => {
      const isNew = (each: Conflict): boolean => !conflicts.value.some((known) => isEqual(known, each))
      conflicts.value = [...conflicts.value, ...earlier.filter(isNew)]
    },
    /** Queues batches of an earlier visit; where some are over a day old, the user decides first. */
    restore: (earlier: ReadonlyArray<Batch>): void => {
      if (!earlier.some(({ madeAt }) => Date.now() - madeAt > DAY)) return queueFirst(earlier)
      overdue.value = earlier
      setBatches(batches.value)
    },
    /** The batches that wait for the user to decide. */
    overdue,
    decideOverdue: (what: "send" | "discard"): void => {
      const decided = overdue.value
      overdue.value = []
      queueFirst(what === "send" ? decided : [])
    },
    flush,
    canWithdraw: (): boolean => withdrawable.value.length > 0,
    /** Takes back the last step, as if it had not been made. False if it was sent, or the server can be reached. */
    withdraw: (): boolean => {
      const step = withdrawable.value
      if (step.length === 0) return false
      setBatches(batches.value.filter((each) => !step.includes(each)))
      return true
    },
    /** Sends nothing until a call has ended, which the changes need. */
    hold: (call: Promise<unknown>): void => {
      holding += 1
      const ended = call.finally(() => {
        holding -= 1
        void flush()
      })
      held = Promise.all([held, ended])
    },
    /** Waits for the answers to all changes. False if some wait for a server that cannot be reached. */
    drained: async (): Promise<boolean> => {
      await held
      void flush()
      for (let sent = sending; sent !== null; sent = sending) await sent
      return batches.value.length === 0
    },
    /** Ends with the answer to the batch that was sent, if it creates tasks; null while there is none. */
    creating: (): Promise<void> | null => {
      const [first] = batches.value
      return first?.isTried === true && first.operations.some(({ op }) => op === "create") ? answered(first.key) : null
    },
    /** The stream has the change of a task by a batch, so that it need not be shown over it any more. */
    heard,
    /** Ends it. What it has not sent stays stored: another outbox sends it by the same keys, so that it is done once. */
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
      stopStoring()
    }
  }

  function batchOf(operations: ReadonlyArray<Operation>, isAlone: boolean, step: string | undefined): Batch {
    return { key: newKey(), boardId, operations, isTried: false, isAlone, step, madeAt: Date.now() }
  }
}

const countOf = (batches: ReadonlyArray<Batch>): number =>
  batches.reduce((sum, { operations }) => sum + operations.length, 0)

const chunked = (operations: ReadonlyArray<Operation>): ReadonlyArray<ReadonlyArray<Operation>> =>
  Array.from({ length: Math.ceil(operations.length / MOST) }, (_, at) => operations.slice(at * MOST, (at + 1) * MOST))
