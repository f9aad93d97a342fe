import type { BoardView } from "../BoardContext.js"
import { type Field, patchOf } from "../cells/fields.js"
import { announce } from "../drag/Announcer.js"
import type { BoardTask } from "../store/Operation.js"
import { t } from "../text/texts.js"
import type { Lane } from "./lanes.js"

/** Where a card goes: to a lane, and there before a task, to the end, or where the order of the board has it. */
export interface CardTarget {
  readonly lane: string
  readonly before: string | null | undefined
}

/** Which cards of a lane a card can be put between: any, those of tasks in its group, or none, since they are sorted. */
export type CardOrder = "any" | "group" | "none"

/** The tasks of a lane that a card can be put between. */
export const peersIn = ({ tasks }: Lane, groupId: string, order: CardOrder): ReadonlyArray<BoardTask> =>
  order === "any" ? tasks : tasks.filter((task) => order === "group" && task.groupId === groupId)

/** The place of a card among lanes. */
export const placeOf = (lanes: ReadonlyArray<Lane>, id: string) => {
  for (const [lane, { tasks }] of lanes.entries()) {
    const at = tasks.findIndex((task) => task.id === id)
    if (at !== -1) return { lane, at }
  }
  return null
}

/** Where a key with Alt moves a card; null if it cannot. */
export const cardStep = (lanes: ReadonlyArray<Lane>, id: string, key: string, order: CardOrder): CardTarget | null => {
  const place = placeOf(lanes, id)
  const here = lanes[place?.lane ?? -1]
  const task = here?.tasks[place?.at ?? -1]
  if (place === null || here === undefined || task === undefined) return null
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const next = lanes[place.lane + (key === "ArrowLeft" ? -1 : 1)]
    if (next === undefined) return null
    return { lane: next.id, before: order === "any" ? (next.tasks[place.at]?.id ?? null) : undefined }
  }
  const peers = peersIn(here, task.groupId, order)
  const at = peers.indexOf(task)
  if (key === "ArrowUp" && at > 0) return { lane: here.id, before: peers[at - 1]?.id ?? null }
  if (key === "ArrowDown" && at < peers.length - 1) return { lane: here.id, before: peers[at + 2]?.id ?? null }
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

/** The card next to another one: below or above it, or else in another lane. */
export const neighbourOf = (lanes: ReadonlyArray<Lane>, id: string): string | null =>
  ["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"].map((key) => nextCard(lanes, id, key)).find(Boolean) ?? null

/** Moves a card and says where it is then, or that the filter hides it. */
export const moveCard = (
  { store }: BoardView,
  field: Field | null,
  lanes: () => ReadonlyArray<Lane>,
  id: string,
  { before, lane }: CardTarget
): void => {
  const task = store.tasks().get(id)
  const isHere = lanes()[placeOf(lanes(), id)?.lane ?? -1]?.id === lane
  const patch = field === null || isHere ? {} : patchOf(field, lane === "" ? null : lane)
  if (field === null) store.move([id], lane, before ?? null)
  else if (before === undefined || task === undefined) store.update([id], patch)
  else store.move([id], task.groupId, before, patch)
  const place = placeOf(lanes(), id)
  const target = place === null ? undefined : lanes()[place.lane]
  if (task !== undefined && place === null) announce(t("table.hidden", { name: task.name }))
  if (place === null || target === undefined) return
  announce(t("move.task", { place: target.name, n: place.at + 1, total: target.tasks.length }))
}
