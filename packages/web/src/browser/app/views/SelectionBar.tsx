import { useSignal } from "@preact/signals"
import { useLayoutEffect } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { Editor } from "../cells/Editor.js"
import { type Field, patchOf, shownOf } from "../cells/fields.js"
import { isChecked } from "../cells/read.js"
import { moveTasks } from "../drag/moveTasks.js"
import { stepOf } from "../drag/steps.js"
import { focusTasks } from "../focusTasks.js"
import { sayRemoved } from "../store/sayRemoved.js"
import { counted, t } from "../text/texts.js"
import { Popup } from "../ui/Popup.js"

const SetValue = ({ ids }: { ids: ReadonlyArray<string> }) => {
  const { fields, people, store } = useBoard()
  const field = useSignal<Field | null>(null)
  const isSet = (each: Field): boolean =>
    ids.every((id) => {
      const task = store.tasks().get(id)
      return task !== undefined && isChecked(shownOf(task, each))
    })
  return (
    <Popup label={t("selection.set")}>
      {(close) =>
        field.value === null ? (
          <div class="menu">
            {fields.value.map((each) => (
              <button
                key={each.key}
                type="button"
                class="choice"
                onClick={() => {
                  if (each.kind !== "checkbox") field.value = each
                  else {
                    store.update(ids, patchOf(each, !isSet(each)))
                    close()
                  }
                }}
              >
                {each.name}
              </button>
            ))}
          </div>
        ) : (
          <div class="menu">
            <p class="menu-title">{field.value.name}</p>
            <Editor
              field={field.value}
              value={null}
              typed={null}
              isForMany={true}
              people={people.value}
              done={(value) => {
                if (field.value !== null) store.update(ids, patchOf(field.value, value))
                field.value = null
                close()
              }}
              cancel={() => {
                field.value = null
                close()
              }}
            />
          </div>
        )
      }
    </Popup>
  )
}

/** Moves the selected tasks by one place, for pointers that do not drag (WCAG 2.2, 2.5.7). */
const Steps = ({ ids }: { ids: ReadonlySet<string> }) => {
  const view = useBoard()
  const { filter, shown, store } = view
  if (filter.value.sort !== "") return null
  const step = (direction: -1 | 1): void => {
    const sections = store.board().groups.map(({ id: section }) => ({
      id: section,
      ids: shown.value.filter(({ groupId }) => groupId === section).map(({ id }) => id)
    }))
    const to = stepOf(sections, ids, direction)
    const inOrder = shown.value.filter(({ id }) => ids.has(id)).map(({ id }) => id)
    if (to !== null) moveTasks(view, inOrder, to)
  }
  return (
    <>
      <button type="button" class="button quiet" aria-label={t("selection.up")} onClick={() => step(-1)}>
        ↑
      </button>
      <button type="button" class="button quiet" aria-label={t("selection.down")} onClick={() => step(1)}>
        ↓
      </button>
    </>
  )
}

/**
 * What can be done with the selected tasks, at the bottom of the window: with those that the filter shows. A task of a closed
 * group is one of them.
 */
export const SelectionBar = () => {
  const { selected, shown, store } = useBoard()
  // It comes when its code is loaded: the focus may have moved until then to where it is.
  useLayoutEffect(() => document.activeElement?.closest("[data-cell]")?.scrollIntoView({ block: "nearest" }), [])
  const ids = shown.value.filter(({ id }) => selected.value.has(id)).map(({ id }) => id)
  if (ids.length === 0) return null
  const clear = () => {
    selected.value = new Set()
    focusTasks()
  }
  return (
    <div class="selection" role="group" aria-label={t("selection")}>
      <strong>{counted("selection.count", ids.length)}</strong>
      <Steps ids={new Set(ids)} />
      <SetValue ids={ids} />
      <Popup label={t("selection.move")}>
        {(close) => (
          <div class="menu">
            {store.board().groups.map(({ color, id, name }) => (
              <button
                key={id}
                type="button"
                class="choice"
                onClick={() => {
                  store.move(ids, id, null)
                  close()
                  clear()
                }}
              >
                <span class="dot" style={{ background: color }} aria-hidden="true" /> {name}
              </button>
            ))}
          </div>
        )}
      </Popup>
      <button
        type="button"
        class="button danger"
        onClick={() => {
          store.remove(ids)
          clear()
          sayRemoved(store, ids, counted("selection.deleted", ids.length))
        }}
      >
        {t("action.delete")}
      </button>
      <button type="button" class="plain" onClick={clear}>
        {t("selection.clear")}
      </button>
    </div>
  )
}
