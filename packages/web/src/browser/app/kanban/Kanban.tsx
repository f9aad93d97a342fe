import { useComputed, useSignal } from "@preact/signals"
import { useMemo, useRef } from "preact/hooks"
import { useBoard, useFollowedIds } from "../BoardContext.js"
import { patchOf } from "../cells/fields.js"
import { holdStill } from "../drag/drag.js"
import { go, param } from "../route.js"
import { t } from "../text/texts.js"
import { cardFieldsOf } from "./Card.js"
import { dragCard } from "./dragCard.js"
import { LaneView } from "./LaneView.js"
import { BY_GROUP, laneFields, lanesOfField, lanesOfGroups } from "./lanes.js"
import { cardStep, moveCard, nextCard } from "./moveCard.js"

const cardOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-card]") : null

/** The tasks of a board as cards in lanes: by status, another column of options, or group. */
export const Kanban = () => {
  const view = useBoard()
  const { canEdit, fields, filter, shown, store } = view
  const root = useRef<HTMLDivElement>(null)
  const activeId = useSignal<string | null>(null)
  const wantedId = useSignal<string | null>(null)
  useFollowedIds(activeId, wantedId)
  const choices = useComputed(() => laneFields(fields.value, store.tasks()))
  const field = useComputed(() => {
    const by = param("by")
    return by === BY_GROUP ? null : (choices.value.find(({ key }) => key === by) ?? choices.value[0] ?? null)
  })
  const lanes = useComputed(() =>
    field.value === null
      ? lanesOfGroups(store.board().groups, shown.value)
      : lanesOfField(field.value, shown.value, t("kanban.none"))
  )
  const isOrdered = () => field.value === null && filter.value.sort === ""
  const by = field.value?.key ?? BY_GROUP
  const cardFields = useMemo(() => cardFieldsOf(fields.value, by), [fields.value, by])
  const [firstGroup] = store.board().groups

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
    const target = cardStep(lanes.value, id, event.key, isOrdered())
    if (target === null) return
    moveCard(view, field.value, () => lanes.value, id, target)
    focus(id)
  }

  const onPointerDown = (event: PointerEvent): void => {
    const card = cardOf(event)
    if (card === null || root.current === null || !canEdit.value) return
    dragCard(event, card, root.current, {
      lanes: () => lanes.value,
      isOrdered: isOrdered(),
      drop: (id, target) => moveCard(view, field.value, () => lanes.value, id, target)
    })
  }

  const add = (lane: string) => (name: string) => {
    if (firstGroup === undefined) return
    const patch = field.value === null || lane === "" ? {} : patchOf(field.value, lane)
    store.create({ ...patch, name, groupId: field.value === null ? lane : firstGroup.id })
  }

  return (
    <div class="kanban">
      <label class="lanes-by">
        {t("kanban.by")}{" "}
        <select value={by} onChange={({ currentTarget }) => go({ by: currentTarget.value })}>
          {choices.value.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          <option value={BY_GROUP}>{t("kanban.group")}</option>
        </select>
      </label>
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
            key={lane.id}
            lane={lane}
            fields={cardFields}
            activeId={activeId.value}
            wantedId={wantedId}
            add={canEdit.value && firstGroup !== undefined ? add(lane.id) : null}
          />
        ))}
      </div>
    </div>
  )
}
