import type { StreamedChange, TaskDetails } from "@boardwright/client"
import { effect, type ReadonlySignal, type Signal, untracked, useComputed, useSignal } from "@preact/signals"
import { useEffect, useRef } from "preact/hooks"
import { api, renewing } from "../api.js"
import { useBoard } from "../BoardContext.js"
import type { BoardTask } from "../store/Operation.js"

/** Calls back after each change of a task or of what is on it; with null where changes may have been missed. */
export const useTaskChanges = (id: string, changed: (change: StreamedChange | null) => void): void => {
  const { store } = useBoard()
  const latest = useRef(changed)
  latest.current = changed
  // As it was rendered with it: what changes before the effect is told too.
  const seen = useRef(untracked(() => store.changeCount()))
  useEffect(() => {
    let told = seen.current
    let wasLive = true
    const stops = [
      effect(() => {
        const count = store.changeCount()
        for (const change of store.changesAfter(told))
          if (change.taskId === id) queueMicrotask(() => latest.current(change))
        told = count
      }),
      effect(() => {
        const isLive = store.isLive()
        if (isLive && !wasLive) queueMicrotask(() => latest.current(null))
        wasLive = isLive
      })
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [id])
}

/**
 * Calls a function that loads something; calls that come while it runs lead to one more. What it loads is old where `isOld`
 * is true after that.
 */
export const useLoad = (load: (isOld: () => boolean) => Promise<void>): (() => void) => {
  const latest = useRef(load)
  latest.current = load
  const state = useRef({ isRunning: false, isWanted: false })
  const run = async (): Promise<void> => {
    state.current.isWanted = true
    if (state.current.isRunning) return
    state.current.isRunning = true
    while (state.current.isWanted) {
      state.current.isWanted = false
      await latest.current(() => state.current.isWanted)
    }
    state.current.isRunning = false
  }
  return () => void run()
}

/** An open task: what the lists have of it, and the rest of it as far as that is loaded. */
export interface OpenTask {
  readonly task: ReadonlySignal<BoardTask | null>
  readonly details: Signal<TaskDetails | null>
  readonly error: ReadonlySignal<unknown>
  readonly reload: () => void
}

const summaryOf = ({ comments: _, files: _f, subtasks, timeEntries, totals, ...task }: TaskDetails): BoardTask => ({
  ...task,
  counts: {
    comments: totals.comments,
    subtasks: totals.subtasks,
    subtasksDone: subtasks.filter(({ completed }) => completed).length,
    minutes: timeEntries.reduce((sum, { duration }) => sum + duration, 0)
  }
})

/** A list of a task's details, if they have all of it and that is no more than a page of so many. */
export const wholeList = <N extends keyof TaskDetails["totals"]>(
  details: TaskDetails,
  name: N,
  page: number
): TaskDetails[N] | null => {
  const total = details.totals[name]
  return total <= page && details[name].length === total ? details[name] : null
}

/** Loads a task and follows it. */
export const useTask = (id: string): OpenTask => {
  const { store } = useBoard()
  const details = useSignal<TaskDetails | null>(null)
  const error = useSignal<unknown>(null)
  const isNew = id.startsWith("new-")
  const reload = useLoad(async (isOld) => {
    if (isNew) return
    try {
      const loaded = await renewing(() => api.tasks.get({ id }))
      // A change that came meanwhile is shown already, and its lists begin with what is loaded here.
      if (!isOld()) details.value = loaded
      error.value = null
    } catch (problem) {
      error.value = problem
    }
  })
  useEffect(reload, [id])
  useTaskChanges(id, (change) => {
    if (change === null || change.type.startsWith("task.") || details.value === null) reload()
  })
  const task = useComputed(
    () => store.tasks().get(store.idOf(id)) ?? (details.value === null ? null : summaryOf(details.value))
  )
  return { task, details, error, reload }
}
