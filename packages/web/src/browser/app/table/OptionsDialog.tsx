import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { api } from "../api.js"
import { useBoard } from "../BoardContext.js"
import { bindShown, firstOptions, foundOptions } from "../cells/boundColumns.js"
import { addressNameOf, entriesOf, type Field, foldLabel, knownOptions, shownOf } from "../cells/fields.js"
import { p } from "../text/pageTexts.js"
import { t } from "../text/texts.js"
import { Dialog, DialogForm } from "../ui/Dialog.js"
import { type Draft, mergeOptions } from "./mergeOptions.js"
import { meaningOf, OptionLine } from "./OptionLine.js"

const NEW_COLOR = "#579BFC"

/** The options that the column of a field will begin with, by their places, and what tasks have for each. */
const optionsToCome = (field: Field) => {
  const known = knownOptions(field.key)
  return firstOptions(field.key, foundOptions(field)).map(({ color = NEW_COLOR, label, value = null }, at) => ({
    ...{ id: `${at}`, label, color, value, stored: known[at]?.label ?? label }
  }))
}

/**
 * Labels of a field: rename, color, order, add and delete, and what each means as a status or priority. Labels that tasks
 * have are replaced by another one. A field without a column gets one when they are saved.
 */
export const OptionsDialog = ({ close, field }: { field: Field; close: () => void }) => {
  const { fields, store } = useBoard()
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  // A control of the label at a place, as what had the focus is gone, has moved, or cannot be pressed there.
  const wanted = useRef<readonly [at: number, ...controls: ReadonlyArray<string>] | null>(null)
  // Before the next key, so that it is not lost.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const [at, ...controls] = wanted.current
    wanted.current = null
    const line = list.current?.children.item(at)
    const found = controls.map((each) => line?.querySelector<HTMLElement>(`${each}:enabled`))
    ;(found.find((each) => each) ?? add.current)?.focus()
  })
  const columnIn = () => store.board().columns.find(({ id }) => id === field.key)
  const stored = () => (columnIn()?.options ?? []).map((each) => ({ ...each, stored: each.label }))
  const [options] = useState(() => (field.column === null ? optionsToCome(field) : stored()))
  const drafts = useSignal<ReadonlyArray<Draft>>(
    options.length === 0 ? field.options.map(({ color, label }) => ({ id: null, label, color, value: null })) : options
  )
  const name = addressNameOf(field)
  const known = knownOptions(name)
  const done = known.find(({ label }) => label === "done")
  const lacksDone = drafts.value.every(
    (each) => (meaningOf(known, each) || foldLabel(each.value ?? each.label)) !== done?.label
  )
  const replacements = useSignal<Readonly<Record<string, string>>>({})
  const set = (at: number, patch: Partial<Draft>) => {
    drafts.value = drafts.value.map((each, index) => (index === at ? { ...each, ...patch } : each))
  }
  const swap = (at: number, by: number) => {
    const next = [...drafts.value]
    const [moved] = next.splice(at, 1)
    if (moved !== undefined) next.splice(at + by, 0, moved)
    drafts.value = next
    wanted.current = [at + by, ...(by < 0 ? [".up", ".down"] : [".down", ".up"])]
  }
  const kept = new Set(drafts.value.map(({ id }) => id))
  const removed = options.filter(({ id }) => !kept.has(id))
  const current = field.column === null ? options : stored()
  const used = removed.filter(({ id }) => {
    const label = current.find((each) => each.id === id)?.stored
    return [...store.tasks().values()].some((task) => entriesOf(shownOf(task, field)).some((each) => each === label))
  })
  const firstKept = drafts.value.find(({ id }) => id !== null)?.id ?? ""
  const save = () => {
    const replaced = used.map(({ id }) => [id, replacements.value[id] ?? firstKept] as const)
    return store.changeOrReject(async (given) => {
      const bound = store.board().columns.find((each) => each.field === field.key)
      const column = field.column ?? bound ?? (await bindShown(store, fields.value, field))
      if (column === undefined) return
      const idOf = (id: string) => (field.column === null ? (column.options[Number(id)]?.id ?? "") : id)
      const merged = mergeOptions(options, drafts.value, current)
      const next = merged.map((each) => {
        const { color, id, label, value } = each
        return id === null
          ? { label, color, value: meaningOf(known, each) || value }
          : { id: idOf(id), label, color, value }
      })
      const replaceWith = Object.fromEntries(replaced.map((pair) => pair.map(idOf)))
      const knownOptions = current.map(({ id }) => idOf(id))
      const patch = { options: next, knownOptions, ...(replaced.length === 0 ? {} : { replaceWith }) }
      await api.boards.updateColumn({ boardId: store.id, columnId: column.id, ...patch }, given)
    })
  }
  return (
    <Dialog title={p("options.title", { name: columnIn()?.name ?? field.name })} close={close} wide={known.length > 0}>
      <DialogForm submit={t("action.save")} send={save}>
        <ol class="options" ref={list}>
          {drafts.value.map((draft, at) => (
            <OptionLine
              key={draft.id ?? `new ${at}`}
              draft={draft}
              known={known}
              isFirst={at === 0}
              isLast={at === drafts.value.length - 1}
              set={(patch) => set(at, patch)}
              move={(by) => swap(at, by)}
              remove={() => {
                drafts.value = drafts.value.filter((_, index) => index !== at)
                wanted.current = [Math.min(at, drafts.value.length - 1), ".delete"]
              }}
            />
          ))}
        </ol>
        <button
          ref={add}
          type="button"
          class="button quiet"
          onClick={() => {
            wanted.current = [drafts.value.length, "[type=text]"]
            drafts.value = [...drafts.value, { id: null, label: "", color: NEW_COLOR, value: null }]
          }}
        >
          {p("options.add")}
        </button>
        <p class="hint" role="status">
          {done !== undefined && lacksDone ? p("options.noDone", { done: done.text }) : null}
        </p>
        <p class="hint" role="status">
          {used.length > 0 ? p("options.cannotUndo") : null}
        </p>
        {used.map(({ id, label }) => (
          <label key={id} class="pick">
            {p("options.replace", { label })}
            <select
              required
              value={replacements.value[id] ?? firstKept}
              onChange={({ currentTarget }) => {
                replacements.value = { ...replacements.value, [id]: currentTarget.value }
              }}
            >
              {drafts.value.flatMap((draft) =>
                draft.id === null
                  ? []
                  : [
                      <option key={draft.id} value={draft.id}>
                        {draft.label}
                      </option>
                    ]
              )}
            </select>
          </label>
        ))}
      </DialogForm>
    </Dialog>
  )
}
