import { follow, type Spot } from "../drag/drag.js"
import { lineAtEdge } from "../drag/marks.js"
import { isThere } from "../drag/steps.js"
import type { Lane } from "./lanes.js"
import { type CardTarget, placeOf } from "./moveCard.js"

interface CardDrag {
  readonly lanes: () => ReadonlyArray<Lane>
  /** Whether a card can be put between others. */
  readonly isOrdered: boolean
  readonly drop: (id: string, target: CardTarget) => void
}

/** The card that another one goes before, of those that are shown from top to bottom; null for the end. */
const cardBelow = (cards: ReadonlyArray<HTMLElement>, y: number): HTMLElement | null =>
  cards.find((card) => {
    const { bottom, top } = card.getBoundingClientRect()
    return y < (top + bottom) / 2
  }) ?? null

const spotOf = (lane: HTMLElement, id: string, y: number, { isOrdered, lanes }: CardDrag): Spot<CardTarget> | null => {
  const section = lane.dataset["lane"] ?? ""
  const box = lane.getBoundingClientRect()
  const own = lanes().find((each) => each.id === section)
  if (own === undefined) return null
  const from = placeOf(lanes(), id)
  const isSame = from !== null && lanes()[from.lane]?.id === section
  if (!isOrdered) return isSame ? null : { target: { lane: section, before: null }, mark: box }
  const cards = [...lane.querySelectorAll<HTMLElement>("[data-card]")]
  const below = cardBelow(cards, y)
  const last = cards.at(-1)
  // Below the last card that is shown there may be others.
  const next = own.tasks.findIndex((task) => task.id === (below ?? last)?.dataset["card"]) + (below === null ? 1 : 0)
  let before = own.tasks[next]
  if (before?.id === id) before = own.tasks[next + 1]
  const marked = below ?? last
  if (marked === undefined) return { target: { lane: section, before: null }, mark: box }
  const edge = lineAtEdge(marked.getBoundingClientRect(), below === null ? "bottom" : "top")
  return { target: { lane: section, before: before?.id ?? null }, mark: edge }
}

/** Follows a press on a card as a drag to another lane, or between the cards of one. */
export const dragCard = (event: PointerEvent, card: HTMLElement, root: HTMLElement, drag: CardDrag): void => {
  const id = card.dataset["card"] ?? ""
  const laneAt = (x: number): HTMLElement | undefined =>
    [...root.querySelectorAll<HTMLElement>("[data-lane]")].find((lane) => {
      const { left, right } = lane.getBoundingClientRect()
      return x >= left && x <= right
    })
  follow<CardTarget>(event, {
    text: card.querySelector(".card-name")?.textContent ?? "",
    scrollers: () => [root, ...root.querySelectorAll("[data-cards]")],
    find: (x, y) => {
      const lane = laneAt(x)
      return lane === undefined ? null : spotOf(lane, id, y, drag)
    },
    drop: (target) => {
      const sections = drag.lanes().map((lane) => ({ id: lane.id, ids: lane.tasks.map((task) => task.id) }))
      if (!isThere(sections, [id], { section: target.lane, before: target.before })) drag.drop(id, target)
    }
  })
}
