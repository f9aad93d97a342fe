import type { BoardView } from "../BoardContext.js"
import { type Field, patchOf } from "../cells/fields.js"
import { announce } from "../drag/Announcer.js"
import { t } from "../text/texts.js"
import type { Lane } from "./lanes.js"

/** Where a card goes: to a lane, and before a task if the lanes are groups. */
export interface CardTarget {
  readonly lane: string
  readonly before: string | null
}

/** The place of a card among lanes. */
export const placeOf = (lanes: ReadonlyArray<Lane>, id: string) => {
  for (const [lane, { tasks }] of lanes.entries()) {
    const at = tasks.findIndex((task) => task.id === id)
    if (at !== -1) return { lane, at }
  }
  return null
}

/** Where a key with Alt moves a card; null if it cannot. Within a lane only tasks of a group have an order of their own. */
export const cardStep = (
  lanes: ReadonlyArray<Lane>,
  id: string,
  key: string,
  isOrdered: boolean
): CardTarget | null => {
  const place = placeOf(lanes, id)
  const here = place === null ? undefined : lanes[place.lane]
  if (place === null || here === undefined) return null
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const next = lanes[place.lane + (key === "ArrowLeft" ? -1 : 1)]
    return next === undefined ? null : { lane: next.id, before: isOrdered ? (next.tasks[place.at]?.id ?? null) : null }
  }
  if (!isOrdered) return null
  if (key === "ArrowUp" && place.at > 0) return { lane: here.id, before: here.tasks[place.at - 1]?.id ?? null }
  if (key === "ArrowDown" && place.at < here.tasks.length - 1)
    return { lane: here.id, before: here.tasks[place.at + 2]?.id ?? null }
  return null
}

/** The card that an arrow key goes to from another one. */
export const nextCard = (lanes: ReadonlyArray<Lane>, id: string, key: string): string | null => {
  const place = placeOf(lanes, id)
  if (place === null) return null
  const own = lanes[place.lane]?.tasks ?? []
  switch (key) {
    case "ArrowUp":
      return own[place.at - 1]?.id ?? null
    case "ArrowDown":
      return own[place.at + 1]?.id ?? null
    case "Home":
      return own[0]?.id ?? null
    case "End":
      return own.at(-1)?.id ?? null
    case "ArrowLeft":
    case "ArrowRight": {
      const lane =
        key === "ArrowLeft"
          ? lanes.slice(0, place.lane).findLast(({ tasks }) => tasks.length > 0)
          : lanes.slice(place.lane + 1).find(({ tasks }) => tasks.length > 0)
      return (lane?.tasks[place.at] ?? lane?.tasks.at(-1))?.id ?? null
    }
    default:
      return null
  }
}

/** Moves a card and says where it is then. */
export const moveCard = (
  { store }: BoardView,
  field: Field | null,
  lanes: () => ReadonlyArray<Lane>,
  id: string,
  { before, lane }: CardTarget
): void => {
  if (field === null) store.move([id], lane, before)
  else store.update([id], patchOf(field, lane === "" ? null : lane))
  const place = placeOf(lanes(), id)
  const target = place === null ? undefined : lanes()[place.lane]
  if (place === null || target === undefined) return
  announce(t("move.task", { place: target.name, n: place.at + 1, total: target.tasks.length }))
}
