import type { BoardView } from "../BoardContext.js"
import { t } from "../text/texts.js"
import { announce } from "./Announcer.js"
import type { Destination } from "./steps.js"

/** Moves tasks to a place of the table, and says where the first one is. */
export const moveTasks = (
  { shown, store }: BoardView,
  ids: ReadonlyArray<string>,
  { before, section }: Destination
): void => {
  store.move(ids, section, before)
  const group = store.board().groups.find(({ id }) => id === section)
  const own = shown.value.filter(({ groupId }) => groupId === section)
  const at = own.findIndex(({ id }) => id === ids[0])
  announce(t("move.task", { place: group?.name ?? "", n: at + 1, total: own.length }))
}
