import type { Group } from "@boardwright/client"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { colorAt } from "../cells/fields.js"
import { focusTasks } from "../focusTasks.js"
import type { BoardTask } from "../store/Operation.js"
import { t } from "../text/texts.js"
import { confirm } from "../ui/confirm.js"
import { NameForm } from "../ui/NameForm.js"
import { Popup } from "../ui/Popup.js"
import { MoveItems } from "./MoveItems.js"

/** The menu of a group: rename, color, select its tasks, move, delete. */
export const GroupMenu = ({
  group,
  tasks = []
}: {
  group: Group
  /** Those that are shown, where tasks can be selected. */
  tasks?: ReadonlyArray<BoardTask>
}) => {
  const { selected, store } = useBoard()
  const { color, id, name } = group
  const selectAll = () => {
    selected.value = new Set([...selected.value, ...tasks.map((task) => task.id)])
  }
  const others = store.board().groups.filter((each) => each.id !== id)
  const update = (patch: { name?: string; color?: string; beforeGroupId?: string | null }) =>
    store.change((options) => api.boards.updateGroup({ boardId: store.id, groupId: id, ...patch }, options))
  const remove = async (to: string | undefined) => {
    const input = { boardId: store.id, groupId: id, ...(to === undefined ? {} : { moveTasksTo: to }) }
    if (await store.change((options) => api.boards.deleteGroup(input, options))) focusTasks()
  }
  return (
    <Popup class="plain more" label={<span aria-hidden="true">⋯</span>} name={t("group.menu", { name })}>
      {(close) => (
        <div class="menu">
          <NameForm label={t("group.name")} value={name} save={(next) => update({ name: next })} done={close} />
          <label class="pick">
            {t("group.color")}
            <input
              type="color"
              value={color}
              onChange={({ currentTarget }) => update({ color: currentTarget.value })}
            />
          </label>
          {tasks.length === 0 ? null : (
            <button type="button" class="choice" onClick={() => (selectAll(), close())}>
              {t("group.select")}
            </button>
          )}
          <MoveItems
            {...{ kind: "group", id, name, close }}
            ids={store.board().groups.map((each) => each.id)}
            moveBefore={(beforeGroupId) => update({ beforeGroupId })}
          />
          {others.length === 0 ? null : [...store.tasks().values()].some(({ groupId }) => groupId === id) ? (
            <>
              <p class="menu-title">{t("group.deleteInto")}</p>
              {others.map((other) => (
                <button
                  key={other.id}
                  type="button"
                  class="choice"
                  onClick={async () => {
                    close()
                    const isConfirmed = await confirm({
                      title: t("group.deleteTitle", { name }),
                      text: t("group.deleteText", { other: other.name }),
                      act: t("action.delete")
                    })
                    if (isConfirmed) await remove(other.id)
                  }}
                >
                  <span class="dot" style={{ background: other.color }} aria-hidden="true" /> {other.name}
                </button>
              ))}
            </>
          ) : (
            <button type="button" class="choice danger" onClick={() => (close(), void remove(undefined))}>
              {t("action.delete")}
            </button>
          )}
        </div>
      )}
    </Popup>
  )
}

/** Adds a group to the board, at the end. */
export const AddGroup = () => {
  const { store } = useBoard()
  return (
    <Popup class="button quiet" label={t("group.add")}>
      {(close) => (
        <div class="menu">
          <NameForm
            label={t("group.name")}
            value=""
            save={(name) => {
              const input = { id: store.id, name, color: colorAt(store.board().groups.length) }
              return store.change((options) => api.boards.addGroup(input, options))
            }}
            done={close}
          />
        </div>
      )}
    </Popup>
  )
}
