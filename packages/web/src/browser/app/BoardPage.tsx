import { useSignal } from "@preact/signals"
import { BoardwrightClientError } from "@boardwright/client"
import type { FunctionComponent } from "preact"
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks"
import { reasonOf } from "./api.js"
import { BoardProvider, type BoardView, useBoard, viewOf } from "./BoardContext.js"
import { optionsToGet, refusalOf } from "./cells/fields.js"
import { Announcer } from "./drag/Announcer.js"
import { BoardMenu } from "./home/BoardMenu.js"
import { BoardSwitcher } from "./home/BoardSwitcher.js"
import { rememberBoard } from "./home/recent.js"
import { followLink, hrefWith, param } from "./route.js"
import { openBoard } from "./store/BoardStore.js"
import { conflicts } from "./store/notices.js"
import { TaskSlot } from "./task/TaskSlot.js"
import { Table } from "./table/Table.js"
import { t } from "./text/texts.js"
import { withPageTexts } from "./text/withPageTexts.js"
import { Confirmation } from "./ui/confirm.js"
import { State } from "./views/State.js"
import { Toolbar } from "./views/Toolbar.js"
import { ahead, later, loadAhead } from "./ui/later.js"
import { onReturn } from "./ui/onReturn.js"
import { followTyping, hasOwnUndo } from "./ui/ownUndo.js"
import { Skeleton } from "./ui/Skeleton.js"

/** The ways to look at a board; the first one is shown unless the address names another. */
const VIEWS = {
  table: Table,
  kanban: later(ahead(() => withPageTexts(async () => (await import("./kanban/Kanban.js")).Kanban))),
  calendar: later(ahead(() => withPageTexts(async () => (await import("./calendar/Calendar.js")).Calendar)))
} satisfies Readonly<Record<string, FunctionComponent>>
type ViewName = keyof typeof VIEWS
const isView = (name: string): name is ViewName => Object.hasOwn(VIEWS, name)

const Conflicts = later(
  ahead(() => withPageTexts(async () => (await import("./views/Conflicts.js")).Conflicts)),
  () => null
)

const Unsent = later(
  ahead(() => withPageTexts(async () => (await import("./views/Unsent.js")).Unsent)),
  () => null
)

const SelectionBar = later(
  ahead(async () => (await import("./views/SelectionBar.js")).SelectionBar),
  () => null
)

/** The bar of the selected tasks, whose code is loaded when one is selected first. */
const Selection = () => (useBoard().selected.value.size === 0 ? null : <SelectionBar />)

const NoMatch = later(
  ahead(() => withPageTexts(async () => (await import("./views/NoMatch.js")).NoMatch)),
  () => null
)

/** What is said where tasks were, if the filter lets none through. */
const Unmatched = () => {
  const { shown, store } = useBoard()
  return shown.value.length === 0 && store.isComplete() && store.tasks().size > 0 ? <NoMatch /> : null
}

const Head = ({ current }: { current: string }) => {
  const { store } = useBoard()
  const { description, name } = store.board()
  const names = Object.keys(VIEWS) as ReadonlyArray<ViewName>
  return (
    <header class="board-head">
      <div class="board-name">
        <h1 dir="auto" class="two-lines" title={name}>
          {name}
        </h1>
        <BoardSwitcher />
      </div>
      {description === "" ? null : (
        <p class="description two-lines" dir="auto" title={description}>
          {description}
        </p>
      )}
      <BoardMenu />
      <nav class="tabs" aria-label={t("views")}>
        {names.map((view) => (
          <a
            key={view}
            href={hrefWith({ view: view === "table" ? "" : view })}
            aria-current={view === current ? "page" : undefined}
            onClick={followLink}
          >
            {t(`view.${view}`)}
          </a>
        ))}
      </nav>
      <State />
      <Toolbar />
    </header>
  )
}

const Open = () => {
  const named = param("view")
  const name = isView(named) ? named : "table"
  const View = VIEWS[name]
  const { store } = useBoard()
  useLayoutEffect(() => {
    const closing = new AbortController()
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      const isRedo = key === "y" || event.shiftKey
      if (!(event.ctrlKey || event.metaKey) || !["y", "z"].includes(key) || hasOwnUndo(event.target)) return
      event.preventDefault()
      void (isRedo ? store.redo() : store.undo())
    }
    addEventListener("keydown", onKeyDown, { signal: closing.signal })
    followTyping(closing.signal)
    return () => closing.abort()
  }, [store])
  return (
    <>
      <Head current={name} />
      <div class="board-body">
        <div class="board-view">
          <View />
          <Unmatched />
        </div>
        <TaskSlot />
      </div>
      <Selection />
      {conflicts.value.length === 0 ? null : <Conflicts />}
      {store.overdue().length === 0 ? null : <Unsent />}
      <Confirmation />
      <Announcer />
    </>
  )
}

const problemOf = (error: unknown): string => {
  const status = error instanceof BoardwrightClientError ? error.status : null
  if (status === 404) return t("board.missing")
  return status === 403 ? t("board.forbidden") : reasonOf(error)
}

/** After what is shown first. */
const AHEAD_MILLIS = 1_000

/** A board: loads it, then shows it in one of its views. */
export const BoardPage = ({ id }: { id: string }) => {
  const view = useSignal<BoardView | null>(null)
  const problem = useSignal<string | null>(null)
  const tries = useSignal(0)
  // While it is rendered, not after: the requests are on their way before the first paint.
  const closing = useMemo(() => {
    const controller = new AbortController()
    const open = async (): Promise<void> => {
      try {
        const store = await openBoard(id, { optionsToGet, refusalOf }, controller.signal)
        view.value = viewOf(store)
        problem.value = null
        rememberBoard(store.me.id, id)
        setTimeout(loadAhead, AHEAD_MILLIS)
      } catch (error) {
        if (!controller.signal.aborted) problem.value = problemOf(error)
      }
    }
    void open()
    return controller
  }, [id, tries.value])
  useEffect(() => () => closing.abort(), [closing])
  const gone = view.value?.store.gone() ?? null
  const text = gone === null ? problem.value : problemOf(gone)
  const isRefused = text !== null
  // The user may have been invited meanwhile.
  useEffect(() => (isRefused ? onReturn(() => (tries.value += 1)) : undefined), [isRefused])
  if (isRefused)
    return (
      <div class="empty">
        <div role="alert">
          <h1>{text}</h1>
        </div>
        <a class="button" href="/app">
          {t("action.home")}
        </a>
      </div>
    )
  return view.value === null ? (
    <Skeleton text={t("board.loading")} />
  ) : (
    <BoardProvider value={view.value}>
      <Open />
    </BoardProvider>
  )
}
