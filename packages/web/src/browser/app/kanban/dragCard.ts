import { follow, type Spot } from "../drag/drag.js"
import { lineAtEdge } from "../drag/marks.js"
import { isThere } from "../drag/steps.js"
import type { Lane } from "./lanes.js"
import { type CardOrder, type CardTarget, peersIn, placeOf } from "./moveCard.js"

interface CardDrag {
  readonly lanes: () => ReadonlyArray<Lane>
  readonly order: CardOrder
  readonly drop: (id: string, target: CardTarget) => void
}

/** The card that another one goes before, of those that are shown from top to bottom; null for the end. */
const cardBelow = (cards: ReadonlyArray<HTMLElement>, y: number): HTMLElement | null =>
  cards.find((card) => {
    const { bottom, top } = card.getBoundingClientRect()
    return y < (top + bottom) / 2
  }) ?? null

const spotOf = (lane: HTMLElement, id: string, y: number, { lanes, order }: CardDrag): Spot<CardTarget> | null => {
  const section = lane.dataset["lane"] ?? ""
  const own = lanes().find((each) => each.id === section)
  if (own === undefined) return null
  const from = placeOf(lanes(), id)
  const here = lanes()[from?.lane ?? -1]
  const peers = peersIn(own, here?.tasks[from?.at ?? -1]?.groupId ?? "", order).map((task) => task.id)
  const cards = [...lane.querySelectorAll<HTMLElement>("[data-card]")].filter((card) =>
    peers.includes(card.dataset["card"] ?? "")
  )
  const below = cardBelow(cards, y)
  const last = cards.at(-1)
  const marked = below ?? last
  if (marked === undefined)
    return here === own ? null : { target: { lane: section, before: undefined }, mark: lane.getBoundingClientRect() }
  // Below the last card that is shown there may be others.
  const next = peers.indexOf(marked.dataset["card"] ?? "") + (below === null ? 1 : 0)
  const before = peers[next] === id ? peers[next + 1] : peers[next]
  const edge = lineAtEdge(marked.getBoundingClientRect(), below === null ? "bottom" : "top")
  return { target: { lane: section, before: before ?? null }, mark: edge }
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
      const from = placeOf(drag.lanes(), id)
      const groupId = drag.lanes()[from?.lane ?? -1]?.tasks[from?.at ?? -1]?.groupId ?? ""
      const sections = drag
        .lanes()
        .map((lane) => ({ id: lane.id, ids: peersIn(lane, groupId, drag.order).map((task) => task.id) }))
      if (!isThere(sections, [id], { section: target.lane, before: target.before ?? null })) drag.drop(id, target)
    }
  })
}
