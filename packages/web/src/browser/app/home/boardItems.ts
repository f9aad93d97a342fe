import type { Board, User } from "@boardwright/client"
import { boardHref } from "../route.js"
import { t } from "../text/texts.js"
import type { MenuItem } from "../ui/Menu.js"
import { boardsInOrder, loadHome, places } from "./homeData.js"
import { recentBoards } from "./recent.js"

/** Boards that were opened last. */
const RECENT = 5

/** Loads the boards to go to from an open one: those that were opened last, then those of each workspace. */
export const boardItems = async (me: User, openId: string): Promise<ReadonlyArray<MenuItem>> => {
  await loadHome()
  const all = places.value ?? []
  const recent = new Set(recentBoards(me.id).filter((id) => id !== openId))
  const itemOf = (group: string, { id, name }: Board): MenuItem => ({
    ...{ text: name, href: boardHref(id), group, isChosen: id === openId }
  })
  return [
    ...boardsInOrder(all, me)
      .filter(({ id }) => recent.has(id))
      .slice(0, RECENT)
      .map((board) => itemOf(t("home.recent"), board)),
    ...all.flatMap(({ boards, workspace }) => (boards ?? []).map((board) => itemOf(workspace.name, board))),
    // Of many workspaces, the boards of some are loaded on the home page only.
    ...(all.some(({ boards }) => boards === null) ? [{ text: t("home.workspaces"), href: "/app", isFirst: true }] : [])
  ]
}
