import { useComputed, useSignal } from "@preact/signals"
import { useMemo, useRef } from "preact/hooks"
import { useBoard, useFollowedIds } from "../BoardContext.js"
import { addLabel } from "../cells/boundColumns.js"
import { type Field, patchOf } from "../cells/fields.js"
import { holdStill } from "../drag/drag.js"
import { AddGroup, GroupMenu } from "../table/GroupMenu.js"
import { useLabels } from "../table/useLabels.js"
import { notify } from "../store/notices.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import type { EnteredTask } from "../ui/AddTask.js"
import { NameForm } from "../ui/NameForm.js"
import { Popup } from "../ui/Popup.js"
import { useKeptFocus } from "../ui/useKeptFocus.js"
import { cardFieldsOf } from "./Card.js"
import { dragLane } from "./changeLane.js"
import { dragCard } from "./dragCard.js"
import { LaneMenu } from "./LaneMenu.js"
import { useLaneField } from "./LanesBy.js"
import { LaneView } from "./LaneView.js"
import { BY_GROUP, inGroups, type Lane, lanesOfField, lanesOfGroups } from "./lanes.js"
import { type CardOrder, cardStep, moveCard, neighbourOf, nextCard, placeOf } from "./moveCard.js"

const cardOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-card]") : null

/** Adds a label to the field that the lanes are made of, at the end. */
const AddLane = ({ field }: { field: Field }) => {
  const { fields, store } = useBoard()
  return (
    <Popup label={p("kanban.addLane")}>
      {(close) => (
        <div class="menu">
          <NameForm
            label={p("kanban.lane")}
            value=""
            save={(name) => addLabel(store, fields.value, field, name)}
            done={close}
          />
        </div>
      )}
    </Popup>
  )
}

/** The tasks of a board as cards in lanes: by status, another column of options, or group. */
export const Kanban = () => {
  const view = useBoard()
  const { canEdit, fields, filter, shown, store } = view
  const root = useRef<HTMLDivElement>(null)
  const activeId = useSignal<string | null>(null)
  const wantedId = useSignal<string | null>(null)
  useFollowedIds(activeId, wantedId)
  const { dialog, edit } = useLabels()
  const { field } = useLaneField()
  const lanes = useComputed(() => {
    const { groups } = store.board()
    if (field.value === null) return lanesOfGroups(groups, shown.value)
    const tasks = filter.value.sort === "" ? inGroups(groups, shown.value) : shown.value
    return lanesOfField(field.value, tasks, p("kanban.none"))
  })
  const order = (): CardOrder => (filter.value.sort !== "" ? "none" : field.value === null ? "any" : "group")
  const shownField = field.value
  const by = shownField?.key ?? BY_GROUP
  const cardFields = useMemo(() => cardFieldsOf(fields.value, by), [fields.value, by])
  const [firstGroup] = store.board().groups

  useKeptFocus("data-card", lanes.value)
  const focus = (id: string): void => {
    activeId.value = id
    wantedId.value = id
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const id = cardOf(event)?.dataset["card"]
    if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!event.altKey) {
      const next = nextCard(lanes.value, id, event.key)
      if (next === null) return
      event.preventDefault()
      return focus(next)
    }
    if (!canEdit.value || !event.key.startsWith("Arrow")) return
    event.preventDefault()
    const target = cardStep(lanes.value, id, event.key, order())
    if (target === null) return order() === "none" ? notify(t("move.sorted")) : undefined
    const neighbour = neighbourOf(lanes.value, id)
    moveCard(view, field.value, () => lanes.value, id, target)
    const next = placeOf(lanes.value, id) === null ? neighbour : id
    if (next === null) document.getElementById("main")?.focus()
    else focus(next)
  }

  const onPointerDown = (event: PointerEvent): void => {
    const card = cardOf(event)
    if (root.current === null || !canEdit.value) return
    const heading = event.target instanceof Element ? event.target.closest<HTMLElement>(".lane h2") : null
    if (heading !== null) return dragLane(event, heading, root.current, view, field.value)
    if (card === null) return
    dragCard(event, card, root.current, {
      lanes: () => lanes.value,
      order: order(),
      drop: (id, target) => moveCard(view, field.value, () => lanes.value, id, target)
    })
  }

  const add =
    (lane: string) =>
    (...tasks: ReadonlyArray<EnteredTask>) => {
      if (firstGroup === undefined) return
      const patch = field.value === null || lane === "" ? {} : patchOf(field.value, lane)
      const groupId = field.value === null ? lane : firstGroup.id
      view.add(...tasks.map((task) => ({ ...patch, ...task, groupId })))
    }

  /** The option of a lane, which stays the same where its label changes. */
  const optionOfLane = ({ id }: Lane) => shownField?.options.find(({ label }) => label === id)
  const menuOf = (lane: Lane) => {
    if (!canEdit.value) return null
    if (shownField !== null)
      return optionOfLane(lane) === undefined ? null : <LaneMenu field={shownField} lane={lane} edit={edit} />
    const group = store.board().groups.find(({ id }) => id === lane.id)
    return group === undefined ? null : <GroupMenu group={group} />
  }

  return (
    <div class="kanban">
      {dialog}
      <div
        ref={root}
        class="lanes"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onTouchMove={holdStill}
        onFocusIn={(event) => {
          activeId.value = cardOf(event)?.dataset["card"] ?? activeId.value
        }}
      >
        {lanes.value.map((lane) => (
          <LaneView
            key={optionOfLane(lane)?.id ?? lane.id}
            lane={lane}
            menu={menuOf(lane)}
            fields={cardFields}
            activeId={activeId.value}
            wantedId={wantedId}
            add={canEdit.value && firstGroup !== undefined ? add(lane.id) : null}
          />
        ))}
        {canEdit.value ? (
          <div class="add-lane">{shownField === null ? <AddGroup /> : <AddLane field={shownField} />}</div>
        ) : null}
      </div>
    </div>
  )
}
