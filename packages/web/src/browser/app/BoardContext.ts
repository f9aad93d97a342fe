import type { Person } from "@boardwright/client"
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals"
import { createContext } from "preact"
import { useContext, useEffect } from "preact/hooks"
import { type Field, fieldNamed, fieldsOf } from "./cells/fields.js"
import { withOwnLayout } from "./cells/ownLayout.js"
import { go, query } from "./route.js"
import type { BoardStore } from "./store/BoardStore.js"
import { notify } from "./store/notices.js"
import type { BoardTask } from "./store/Operation.js"
import { t } from "./text/texts.js"
import { type Filter, filterOf, shownTasks } from "./views/shown.js"

/** A board as a view shows it. */
export interface BoardView {
  readonly store: BoardStore
  readonly fields: ReadonlySignal<ReadonlyArray<Field>>
  readonly filter: ReadonlySignal<Filter>
  /** The tasks that the filter lets through, in its order. */
  readonly shown: ReadonlySignal<ReadonlyArray<BoardTask>>
  readonly clearFilter: () => void
  readonly people: ReadonlySignal<ReadonlyMap<string, Person>>
  readonly canEdit: ReadonlySignal<boolean>
  readonly canManage: ReadonlySignal<boolean>
  /** Whether the user has closed the dialog of changes that were never sent, and decided nothing. */
  readonly isUnsentClosed: Signal<boolean>
  /** Creates tasks, and says so where the filter hides one. */
  readonly add: (...tasks: ReadonlyArray<Parameters<BoardStore["create"]>[0]>) => void
  /** The ids of the selected tasks. */
  readonly selected: Signal<ReadonlySet<string>>
  /** Selects a task, or takes it out of the selection. */
  readonly select: (id: string) => void
  /**
   * Selects all from the task that was selected last to another one, in this order: that one alone where the first is not
   * selected any more, or is not among them.
   */
  readonly selectTo: (order: ReadonlyArray<string>, id: string) => void
}

/** What the views of an open board share. */
export const viewOf = (store: BoardStore): BoardView => {
  const fields = computed(() => fieldsOf(store.board(), store.tasks()).map((field) => withOwnLayout(store.id, field)))
  const filter = computed(() => {
    const given = filterOf(query.value, store.me.id)
    const key = given.sort.replace(/^-/, "")
    // A field may be there only once all tasks are.
    const isGone = store.isComplete() && key !== "name" && fieldNamed(fields.value, key) === undefined
    return isGone ? { ...given, sort: "" } : given
  })
  const people = computed(() => store.people())
  const selected = signal<ReadonlySet<string>>(new Set())
  let last: string | null = null
  effect(() => {
    const ids = [...selected.value].map(store.idOf)
    if (ids.some((id) => !selected.value.has(id))) selected.value = new Set(ids)
  })
  const select = (id: string): void => {
    const next = new Set(selected.value)
    if (!next.delete(id)) next.add(id)
    last = id
    selected.value = next
  }
  const shown = computed(() => shownTasks(store.tasks(), fields.value, people.value, filter.value))
  const clearFilter = () =>
    go({ q: null, mine: null, ...Object.fromEntries(filter.value.conditions.map(({ name }) => [name, null])) })
  return {
    store,
    fields,
    filter,
    people,
    shown,
    clearFilter,
    add: (...tasks) => {
      const names = new Map(tasks.map((task) => [store.create(task), task.name]))
      const added = shown.value.filter(({ id }) => names.delete(id))
      const [name] = names.values()
      const [first] = added
      if (name === undefined) {
        const last = shown.value.findLast(({ groupId }) => groupId === first?.groupId)
        if (first !== undefined && !added.includes(last ?? first)) notify(t("table.sortedNew", { name: first.name }))
        return
      }
      notify(t("table.hiddenNew", { name }), { action: { text: t("toolbar.clear"), run: clearFilter } })
    },
    canEdit: computed(() => store.role() !== "viewer"),
    canManage: computed(() => store.role() === "admin"),
    isUnsentClosed: signal(false),
    selected,
    select,
    selectTo: (order, id) => {
      const first = store.idOf(last ?? id)
      const [at, to] = [selected.value.has(first) ? order.indexOf(first) : -1, order.indexOf(id)]
      const from = at === -1 ? to : at
      selected.value = new Set([...selected.value, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)])
      last = id
    }
  }
}

const Context = createContext<BoardView | null>(null)
export const BoardProvider = Context.Provider

/** The board around a component. */
export const useBoard = (): BoardView => {
  const view = useContext(Context)
  if (view === null) throw new Error("a view of a board is shown without one")
  return view
}

/** Calls back when the server has given new tasks their ids, before they are shown with those. */
export const useNewIds = (follow: (idOf: BoardStore["idOf"]) => void): void => {
  const { store } = useBoard()
  useEffect(() => effect(() => follow(store.idOf)), [])
}

/** Lets signals that hold a task's id follow the task when the server gives it its own one. */
export const useFollowedIds = (...ids: ReadonlyArray<Signal<string | null>>): void =>
  useNewIds((idOf) => {
    for (const id of ids) if (id.value !== null) id.value = idOf(id.value)
  })
