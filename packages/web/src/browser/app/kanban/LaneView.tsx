import { type Signal, useComputed, useSignal } from "@preact/signals"
import type { ComponentChildren, ComponentProps } from "preact"
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { lineAt } from "../table/lines.js"
import { counted, t } from "../text/texts.js"
import { Card, type CardFields, hasFacts, hasLabels } from "./Card.js"
import { cardHeight, type Lane } from "./lanes.js"
import { nameLines } from "./nameLines.js"
import { AddTask } from "../ui/AddTask.js"
import { watchWindow } from "../ui/watchWindow.js"

/** Pixels of cards that are shown above and below the window of a lane. */
const MARGIN = 500

/** Where each card of a lane begins, and where the last one ends, in pixels. */
const offsetsOf = ({ tasks }: Lane, fields: CardFields): Float64Array => {
  const offsets = new Float64Array(tasks.length + 1)
  for (const [at, task] of tasks.entries())
    offsets[at + 1] =
      (offsets[at] ?? 0) + cardHeight(nameLines(task.name), hasLabels(task, fields), hasFacts(task, fields))
  return offsets
}

/** A lane: its heading, the cards near its window, and a field that adds a task. */
export const LaneView = ({
  activeId,
  add,
  fields,
  lane,
  menu,
  wantedId
}: {
  lane: Lane
  fields: CardFields
  /** The card that Tab goes to. */
  activeId: string | null
  /** The card that gets the focus as soon as it is in the document. */
  wantedId: Signal<string | null>
  add: ComponentProps<typeof AddTask>["add"] | null
  menu: ComponentChildren
}) => {
  const { store } = useBoard()
  const scroller = useRef<HTMLDivElement>(null)
  const top = useSignal(0)
  const height = useSignal(800)
  const offsets = useMemo(() => offsetsOf(lane, fields), [lane, fields])
  useEffect(() => watchWindow(scroller.current, { top, height }), [])
  useLayoutEffect(() => {
    const wanted = wantedId.value
    const at = wanted === null ? -1 : lane.tasks.findIndex(({ id }) => id === wanted)
    const node = scroller.current
    const [start, end] = [offsets[at], offsets[at + 1]]
    if (wanted === null || node === null || start === undefined || end === undefined) return
    if (start < node.scrollTop) node.scrollTop = start
    else if (end > node.scrollTop + node.clientHeight) node.scrollTop = end - node.clientHeight
    top.value = node.scrollTop
    // A card that was far away is in the document after the next render.
    const card = node.querySelector<HTMLElement>(`[data-card="${CSS.escape(wanted)}"]`)
    if (card === null) return
    wantedId.value = null
    card.focus({ preventScroll: true })
    node.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" })
  })
  const window = useComputed(() => [top.value - MARGIN, top.value + height.value + MARGIN] as const)
  void wantedId.value
  const [from, to] = window.value
  const first = lineAt(offsets, from)
  const shown = lane.tasks.slice(first, lineAt(offsets, to) + 1)
  const stop = shown.some(({ id }) => id === activeId) ? activeId : shown[0]?.id
  return (
    <section class="lane" data-lane={lane.id} aria-label={lane.name}>
      <div class="lane-head">
        <h2>
          <span class="lane-color" aria-hidden="true" style={{ background: lane.color }} />
          <span class="lane-name">{lane.name}</span>
          <span class="count">
            <span aria-hidden="true">{lane.tasks.length}</span>
            <span class="visually-hidden">{counted("count.tasks", lane.tasks.length)}</span>
          </span>
        </h2>
        {menu}
      </div>
      <div
        ref={scroller}
        class="cards"
        data-cards={lane.id}
        aria-busy={!store.isComplete()}
        onScroll={({ currentTarget }) => {
          top.value = currentTarget.scrollTop
        }}
      >
        {lane.tasks.length === 0 ? null : (
          <ul style={{ height: `${offsets.at(-1) ?? 0}px` }} aria-label={lane.name}>
            {shown.map((task, at) => (
              <li
                key={store.keyOf(task.id)}
                aria-setsize={lane.tasks.length}
                aria-posinset={first + at + 1}
                style={{
                  transform: `translateY(${offsets[first + at] ?? 0}px)`,
                  height: `${(offsets[first + at + 1] ?? 0) - (offsets[first + at] ?? 0)}px`
                }}
              >
                <Card task={task} fields={fields} isStop={task.id === stop} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {add === null ? null : <AddTask label={t("table.addTo", { group: lane.name })} add={add} />}
    </section>
  )
}
