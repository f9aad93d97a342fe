import type { Change } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { sentenceOf } from "../../../sentences.js"
import { mayUndo } from "../../../undoable.js"
import { cut } from "../../../words.js"
import { api } from "../../api.js"
import { dateText } from "../../cells/read.js"
import { conflictText } from "../../changeTexts.js"
import { boardHref } from "../../route.js"
import { p } from "../../text/pageTexts.js"
import { t } from "../../text/texts.js"
import { ActButton } from "../ActButton.js"
import { PageFrame } from "../PageFrame.js"
import { useOutcome } from "../useOutcome.js"
import { type Activity as Loaded, activityBoardId, activityTaskId, loadActivity } from "./activityData.js"

const hrefOf = (taskId = ""): string =>
  `/account?${new URLSearchParams({ activity: activityBoardId(), ...(taskId === "" ? {} : { task: taskId }) })}`

const TaskName = ({ id, loaded: { isGone, names } }: { id: string; loaded: Loaded }) => {
  const name = cut(names.things.get(id) ?? p("activity.aTask"))
  return isGone(id) ? <strong>{name}</strong> : <a href={hrefOf(id)}>{name}</a>
}

interface EventProps {
  readonly change: Change
  readonly loaded: Loaded
  readonly undo: (change: Change) => Promise<unknown>
}

const Event = ({ change, loaded, undo }: EventProps) => {
  const { names, role } = loaded
  const sentence = sentenceOf(change, names)
  return (
    <li tabIndex={-1}>
      <div class="event grow">
        <p>
          {activityTaskId() === "" && change.taskId !== null ? (
            <>
              <TaskName id={change.taskId} loaded={loaded} />
              {": "}
            </>
          ) : null}
          {sentence}
        </p>
        <p class="hint">
          <time dateTime={change.at}>{dateText(change.at)}</time>
        </p>
      </div>
      {mayUndo(change, names.me, role) ? (
        <ActButton text={t("action.undo")} name={`${t("action.undo")} ${sentence}`} run={() => undo(change)} />
      ) : null}
    </li>
  )
}

const Content = ({ first }: { first: Loaded }) => {
  const loaded = useSignal(first)
  const firstOfMore = useSignal<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const { act, outcome, say } = useOutcome()
  useLayoutEffect(() => {
    if (firstOfMore.value !== null) (list.current?.children[firstOfMore.value] as HTMLElement | undefined)?.focus()
  }, [firstOfMore.value])
  const { changes, names, older, title } = loaded.value
  const undo = ({ id }: Change) =>
    act(
      () => api.changes.undo({ id }),
      async () => {
        firstOfMore.value = null
        loaded.value = await loadActivity()
        say(p("activity.undone"))
      },
      (error) => conflictText(error, names)
    )
  const showOlder = (load: () => Promise<Loaded>) =>
    act(load, (more) => {
      firstOfMore.value = changes.length
      loaded.value = more
    })
  return (
    <>
      {outcome}
      <section aria-labelledby="place">
        <h2 id="place" dir="auto">
          {title}
        </h2>
        {activityTaskId() === "" ? null : (
          <p>
            <a href={hrefOf()}>{p("activity.all")}</a>
          </p>
        )}
        {changes.length === 0 ? <p class="hint">{p("activity.empty")}</p> : null}
        <ol ref={list} class="rows" id="events" role="list" aria-label={p("activity.list")}>
          {changes.map((change) => (
            <Event key={change.id} {...{ change, undo }} loaded={loaded.value} />
          ))}
        </ol>
        {older === null ? null : (
          <p>
            <ActButton text={p("activity.older")} name={p("activity.older")} run={() => showOlder(older)} />
          </p>
        )}
      </section>
    </>
  )
}

/** What happened on a board, or to one of its tasks, as sentences; what can be undone has a button for it. */
export const Activity = () => (
  <PageFrame
    title={p("activity.title")}
    windowTitle={({ title }) => p("activity.of", { name: title })}
    back={{ href: boardHref(activityBoardId()), text: p("page.backToBoard") }}
    loading={p("activity.loading")}
    load={loadActivity}
    reasons={{ 403: p("activity.forbidden"), 404: p("activity.missing") }}
  >
    {(first) => <Content first={first} />}
  </PageFrame>
)
