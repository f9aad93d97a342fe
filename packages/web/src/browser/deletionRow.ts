import type { Board, Deletion, User } from "@boardwright/client"
import { dayText } from "./days.js"
import { busily, hiddenText, make } from "./dom.js"
import { namesOf } from "./people.js"
import { roleAmong } from "./standing.js"

/** What the page knows of the board or workspace whose trash it shows. */
export interface TrashPlace {
  /** Whether it is the trash of one board. */
  readonly isBoard: boolean
  readonly me: User
  /** That can be named, with their members. */
  readonly boards: ReadonlyArray<Pick<Board, "id" | "name" | "members">>
  readonly managesAll: boolean
}

type Work = (deletion: Deletion) => Promise<unknown>

// Only admins of a deleted board see it in a list.
const mayPurge = (deletion: Deletion, { boards, managesAll, me }: TrashPlace): boolean =>
  managesAll ||
  deletion.kind === "board" ||
  boards.some((board) => board.id === deletion.boardId && roleAmong(board, me) === "admin")

const whatItWas = ({ actorId, boardId, kind }: Deletion, { boards, isBoard, me }: TrashPlace): string => {
  const board = isBoard ? undefined : boards.find(({ id }) => id === boardId)
  const what = kind === "board" ? "Board" : board === undefined ? "Task" : `Task on ${board.name}`
  if (actorId === null) return `${what}, deleted by the operator, `
  return `${what}, deleted by ${actorId === me.id ? "you" : (namesOf(boards).get(actorId) ?? "someone")}, `
}

/** The entry of a deletion; `restore` and `purge` do what its buttons say. */
export const deletionRow = (deletion: Deletion, place: TrashPlace, restore: Work, purge: Work): HTMLElement => {
  const name = hiddenText(` ${deletion.name}`)
  const button = (work: Work, ...label: ReadonlyArray<Node | string>) => {
    const node = make("button", { type: "button", class: "quiet small" }, ...label)
    node.addEventListener("click", () => busily(node, () => work(deletion)))
    return node
  }
  const when = make("time", { datetime: deletion.at }, dayText(deletion.at))
  return make(
    "li",
    { tabindex: "-1" },
    make(
      "div",
      { class: "event" },
      make("p", {}, make("strong", {}, deletion.name)),
      make("p", { class: "hint" }, whatItWas(deletion, place), when)
    ),
    make(
      "span",
      { class: "act" },
      button(restore, "Restore", name),
      ...(mayPurge(deletion, place) ? [button(purge, "Delete", name.cloneNode(true), " for good")] : [])
    )
  )
}
