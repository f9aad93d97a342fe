import { useState } from "preact/hooks"
import { reasonOf } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"
import { Menu, type MenuItem } from "../ui/Menu.js"

/** A menu of the boards that the user can go to. */
export const BoardSwitcher = () => {
  const { store } = useBoard()
  const [items, setItems] = useState<ReadonlyArray<MenuItem>>([])
  const load = async (): Promise<void> => {
    try {
      const { boardItems } = await import("./boardItems.js")
      setItems(await boardItems(store.me, store.id))
    } catch (error) {
      notify(reasonOf(error), { tone: "bad" })
    }
  }
  return (
    <Menu
      label={t("boards.switch")}
      class="plain switch"
      items={items}
      opened={() => void load()}
      head={items.length === 0 ? <p class="menu-head">{t("home.loading")}</p> : null}
    >
      <span aria-hidden="true">▾</span>
    </Menu>
  )
}
