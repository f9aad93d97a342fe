import {
  type Board,
  BoardwrightClientError,
  type CallOptions,
  type Person,
  type StreamedChange
} from "@boardwright/client"
import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import { api, isMissing, isOffline, reading, reasonOf, renewing } from "../api.js"
import { applyChange, isOfEntry, type Stale } from "./applyChange.js"
import { openFeed } from "./live.js"
import { notify } from "./notices.js"
import type { BoardTask, Tasks } from "./Operation.js"
import { pause, RETRY_MILLIS } from "./pause.js"

/** Tasks that are loaded in a request. */
const PAGE = 1000
/** Changes of less than this are loaded together. */
const SOON_MILLIS = 150
/** Changes that are remembered for open panels. */
const MOST_RECENT = 1000

/** A board as the server has it: loaded once, then changed by the stream. */
export interface BoardData {
  readonly board: ReadonlySignal<Board>
  /** Whoever appears on the board, by id. */
  readonly people: ReadonlySignal<ReadonlyMap<string, Person>>
  readonly tasks: Signal<Tasks>
  /** Whether all tasks are loaded. */
  readonly isComplete: ReadonlySignal<boolean>
  /** Whether changes come by the stream, also while it is being opened. */
  readonly isLive: ReadonlySignal<boolean>
  /** How many changes came. */
  readonly changeCount: ReadonlySignal<number>
  /** The changes after so many. */
  readonly changesAfter: (count: number) => ReadonlyArray<StreamedChange>
  /** Why the board can no longer be read; null as long as it can. */
  readonly gone: ReadonlySignal<unknown>
  /**
   * Loads the rest and follows the stream. A change for which `waitFor` has a promise, and those after it, are taken when
   * that has ended.
   */
  readonly follow: (options: {
    readonly waitFor: (change: StreamedChange) => Promise<unknown> | null
    readonly took: (change: StreamedChange) => void
  }) => Promise<void>
  /** Loads the board without its tasks. */
  readonly reload: () => Promise<void>
  /** Loads the board where something on it was refused. Whether the board itself can no longer be read. */
  readonly isGone: () => Promise<boolean>
  readonly reloadTasksSoon: () => void
}

const asIds = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

/** Loads a board with its first tasks. Rejects if it cannot be read. */
export const loadBoard = async (id: string, closing: AbortSignal): Promise<BoardData> => {
  const loadParts = (options: CallOptions = {}) =>
    Promise.all([api.boards.get({ id }, options), api.boards.people({ id, limit: 1000 }, options)])
  const list = (page: number, options: CallOptions = {}) =>
    api.tasks.list({ boardId: id, include: ["columnValues", "counts"], page, limit: PAGE }, options).then(
      // With both parts included every task has both.
      ({ pagination, tasks }) => ({ ...pagination, tasks: tasks as ReadonlyArray<BoardTask> })
    )
  /** The places in the feed from before each part was read, so that nothing is missed between the parts and the stream. */
  const cursors = new Set<string>()
  const onResponse = ({ headers }: Response): void => {
    cursors.add(headers.get("x-change-cursor") ?? "now")
  }
  const [[firstBoard, { people: firstPeople }], first] = await reading(() =>
    Promise.all([loadParts({ onResponse }), list(1, { onResponse })])
  )

  const board = signal(firstBoard)
  const people = signal<ReadonlyMap<string, Person>>(new Map(firstPeople.map((each) => [each.id, each])))
  const tasks = signal<Tasks>(new Map(first.tasks.map((task) => [task.id, task])))
  const isComplete = signal(first.totalPages <= 1)
  const isLive = signal(true)
  const recent: Array<StreamedChange> = []
  const changeCount = signal(0)
  /** What changed while tasks were loaded, which those may have or not have. Null while none are. */
  let arrived: Array<StreamedChange> | null = []

  /** Shows what the stream has told, which may be in what is loaded. */
  let showStreamed = (): void => undefined

  const gone = signal<unknown>(null)
  const report = (error: unknown): void => {
    if (isMissing(error)) gone.value = error
    else if (!closing.aborted) notify(reasonOf(error), { tone: "bad" })
  }

  /** The counts of a task; adding to what was loaded would count an entry twice. */
  const recount = async (taskId: string): Promise<void> => {
    if (!tasks.value.has(taskId)) return
    const details = await renewing(() => api.tasks.get({ id: taskId })).catch((error: unknown) => {
      // It was deleted or moved away meanwhile.
      if (isMissing(error)) return null
      throw error
    })
    const task = tasks.value.get(taskId)
    if (task === undefined || details === null) return
    const { subtasks, timeEntries, totals } = details
    const counts = {
      comments: totals.comments,
      subtasks: totals.subtasks,
      subtasksDone: subtasks.filter(({ completed }) => completed).length,
      minutes: timeEntries.reduce((sum, { duration }) => sum + duration, 0)
    }
    tasks.value = new Map(tasks.value).set(taskId, { ...task, counts })
  }

  /** Applies what arrived meanwhile to what is loaded: fields have the values that they have now, so twice is as once. */
  const settle = async (): Promise<void> => {
    showStreamed()
    const late = arrived ?? []
    arrived = null
    const fields = late.filter((change) => !isOfEntry(change))
    tasks.value = fields.reduce<Tasks>((all, change) => applyChange(all, change).tasks, tasks.value)
    for (const taskId of new Set(late.filter(isOfEntry).map((change) => change.taskId ?? ""))) await recount(taskId)
  }

  /** Loads all tasks, and returns what shows them. */
  const fetchTasks = async (): Promise<() => void> => {
    arrived ??= []
    const loaded = new Map<string, BoardTask>()
    for (let page = 1, last = 1; page <= last; page++) {
      const next = await renewing(() => list(page))
      last = next.totalPages
      for (const task of next.tasks) loaded.set(task.id, task)
    }
    return () => {
      tasks.value = loaded
      isComplete.value = true
    }
  }

  const loadRest = async (): Promise<void> => {
    let total = tasks.value.size
    for (let page = 2, last = first.totalPages; page <= last; page++) {
      const next = await renewing(() => list(page))
      last = next.totalPages
      total = next.total
      const known = tasks.value
      tasks.value = new Map([
        ...known,
        ...next.tasks.filter((task) => !known.has(task.id)).map((task) => [task.id, task] as const)
      ])
    }
    // Tasks that moved between the pages while they were loaded may be missed.
    if (tasks.value.size !== total && first.totalPages > 1) (await fetchTasks())()
    isComplete.value = true
    await settle()
  }

  let asked = 0
  let shown = 0
  const reload = async (show = (): void => undefined): Promise<void> => {
    const turn = ++asked
    const [nextBoard, { people: nextPeople }] = await renewing(loadParts)
    batch(() => {
      show()
      // What was asked for later has come already.
      if (turn < shown) return
      shown = turn
      board.value = nextBoard
      people.value = new Map(nextPeople.map((each) => [each.id, each]))
    })
  }

  let stale: Stale = "nothing"
  /** How many times the board had been asked for when it was stale last. */
  let before = 0
  let working: Promise<void> = Promise.resolve()
  const afterwards = (work: () => Promise<void>): void => {
    const earlier = working
    working = (async () => {
      await earlier
      if (!closing.aborted) await work().catch(report)
    })()
  }
  /** Loads again what could not be loaded for want of a connection. */
  const untilLoaded = async (load: () => Promise<void>): Promise<void> => {
    try {
      await load()
    } catch (error) {
      if (closing.aborted || !isOffline(error)) throw error
      await pause(RETRY_MILLIS)
      await untilLoaded(load)
    }
  }
  const reloadSoon = (what: Stale): void => {
    if (what === "nothing" || stale === "tasks") return
    const isQueued = stale !== "nothing"
    stale = what
    before = asked
    if (isQueued) return
    afterwards(async () => {
      await pause(SOON_MILLIS)
      const wanted = stale
      stale = "nothing"
      // The change is a part of what was asked for since then: one's own is read again after its answer.
      if (wanted === "board" && asked > before) return
      await untilLoaded(async () => {
        if (wanted !== "tasks") return reload()
        // With the columns that their cells are of: a filter would find none for a moment.
        await reload(await fetchTasks())
        await settle()
      })
    })
  }

  const take = (change: StreamedChange): void => {
    arrived?.push(change)
    const after = applyChange(tasks.value, change)
    batch(() => {
      tasks.value = after.tasks
      recent.push(change)
      if (recent.length > MOST_RECENT) recent.shift()
      changeCount.value += 1
    })
    reloadSoon(after.stale)
    for (const person of [change.actorId, ...asIds(change.fields["assignees"]?.to)])
      if (person !== null && !people.value.has(person)) reloadSoon("board")
  }

  /** Passes on what changed after a cursor, and returns the cursor after that. */
  const catchUp = async (since: string, receive: (changes: ReadonlyArray<StreamedChange>) => void): Promise<string> => {
    const {
      changes,
      cursor: next,
      hasMore
    } = await renewing(() => api.changes.list({ since, boardId: id, limit: 500 }))
    receive(changes.filter(({ boardId }) => boardId === id).map((change) => ({ ...change, cursor: next })))
    return hasMore ? catchUp(next, receive) : next
  }

  return {
    board,
    people,
    tasks,
    isComplete,
    isLive,
    changeCount,
    changesAfter: (count: number): ReadonlyArray<StreamedChange> =>
      recent.slice(Math.max(0, recent.length - (changeCount.peek() - count))),
    gone,
    reload,
    isGone: async () => {
      await reload().catch(report)
      return gone.value !== null
    },
    reloadTasksSoon: () => reloadSoon("tasks"),
    follow: async ({ took, waitFor }) => {
      const held: Array<StreamedChange> = []
      const pass = (change: StreamedChange): void => {
        take(change)
        took(change)
      }
      const receive = (change: StreamedChange): void => {
        const awaited = held.length === 0 ? waitFor(change) : null
        if (held.length === 0 && awaited === null) return pass(change)
        held.push(change)
        void awaited?.then(() => held.splice(0).forEach(pass))
      }
      const setLive = (is: boolean): void => {
        isLive.value = is
      }
      /** What came by the stream, to be shown at once: each alone would take the board as long as all of them. */
      const streamed: Array<StreamedChange> = []
      showStreamed = () => batch(() => streamed.splice(0).forEach(receive))
      const receiveSoon = (change: StreamedChange): void => {
        // The roles of a workspace count on its boards.
        if (change.boardId === null && change.workspaceId === board.value.workspaceId) return reloadSoon("board")
        if (change.boardId !== id) return
        if (streamed.length === 0) setTimeout(showStreamed)
        streamed.push(change)
      }
      const start = openFeed(
        { change: receiveSoon, reload: () => reloadSoon("tasks"), connected: setLive, ended: report },
        closing
      )
      let since = ""
      const read = async (cursor: string): Promise<void> => {
        try {
          since = await catchUp(cursor, (changes) => batch(() => changes.forEach(receive)))
        } catch (error) {
          setLive(false)
          if (!(error instanceof BoardwrightClientError) || error.cursor === null) throw error
          since = error.cursor
          reloadSoon("tasks")
        }
      }
      try {
        for (const cursor of cursors) await untilLoaded(() => read(cursor))
      } catch (error) {
        return report(error)
      }
      start(since)
      afterwards(() => untilLoaded(loadRest))
    }
  }
}
