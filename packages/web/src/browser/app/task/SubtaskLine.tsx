import type { Subtask } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import { useRef } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { t } from "../text/texts.js"
import { focusAgain } from "./focusOn.js"

/** Outside of the component: a new function would be called after each render, and select what is being typed. */
const selectAll = (input: HTMLInputElement | null) => input?.select()

/** A subtask. Alt and an arrow key move it, as dragging it does. */
export const SubtaskLine = ({
  drag,
  drop,
  move,
  patch,
  remove,
  subtask
}: {
  subtask: Subtask
  patch: (fields: { name?: string; completed?: boolean }) => void
  remove: () => void
  move: (by: -1 | 1) => void
  drag: () => void
  drop: () => void
}) => {
  const { canEdit } = useBoard()
  const isRenaming = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const { completed, name } = subtask
  const end = () => {
    isRenaming.value = false
    focusAgain(() => button.current)
  }
  return (
    <li
      class="subtask"
      draggable={canEdit.value && !isRenaming.value}
      onDragStart={(event) => {
        event.dataTransfer?.setData("text/plain", name)
        drag()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        drop()
      }}
      onKeyDown={(event) => {
        if (!canEdit.value || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
        event.preventDefault()
        move(event.key === "ArrowUp" ? -1 : 1)
      }}
    >
      <input
        type="checkbox"
        checked={completed}
        disabled={!canEdit.value}
        aria-label={name}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onChange={({ currentTarget }) => patch({ completed: currentTarget.checked })}
      />
      {isRenaming.value ? (
        <input
          type="text"
          class="line-input"
          defaultValue={name}
          aria-label={t("panel.renameSubtask", { name })}
          ref={selectAll}
          onBlur={({ currentTarget }) => {
            const text = currentTarget.value.trim()
            if (isRenaming.value && text !== "" && text !== name) patch({ name: text })
            isRenaming.value = false
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              event.preventDefault()
              end()
            } else if (event.key === "Enter" && !event.isComposing) {
              event.currentTarget.blur()
              end()
            }
          }}
        />
      ) : canEdit.value ? (
        <button
          ref={button}
          type="button"
          class={completed ? "plain subtask-name done" : "plain subtask-name"}
          title={t("panel.rename")}
          onClick={() => {
            isRenaming.value = true
          }}
        >
          {name}
        </button>
      ) : (
        <span class={completed ? "subtask-name done" : "subtask-name"}>{name}</span>
      )}
      {canEdit.value ? (
        <button type="button" class="plain" aria-label={t("panel.deleteNamed", { name })} onClick={remove}>
          ×
        </button>
      ) : null}
    </li>
  )
}
