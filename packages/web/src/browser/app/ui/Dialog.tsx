import { signal } from "@preact/signals"
import { type ComponentChild, type ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { reasonOf, renewing } from "../api.js"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"

const shown = signal<ComponentChild>(null)

/** Shows a dialog, whose code is loaded now. */
export const showDialog = async (load: () => Promise<ComponentChild>): Promise<void> => {
  try {
    shown.value = await load()
  } catch (error) {
    notify(reasonOf(error), { tone: "bad" })
  }
}

/** Closes the dialog; the focus goes back to what opened it. */
const closeDialog = (): void => document.querySelector<HTMLDialogElement>("dialog.sheet[open]")?.close()

/** Where the dialog is. */
export const DialogSlot = () => <>{shown.value}</>

const dismiss = (): void => {
  shown.value = null
}

/** A modal dialog with a title and a button that closes it, open as long as it is rendered. */
export const Dialog = ({
  children,
  close = dismiss,
  title,
  wide = false
}: {
  title: string
  wide?: boolean
  /** Called when it is closed; by default it is the one that `showDialog` shows. */
  close?: () => void
  children: ComponentChildren
}) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const node = dialog.current
    node?.showModal()
    // Not the button that closes it, which a key that was meant for something else would press.
    const first = node?.querySelector<HTMLElement>("input") ?? node?.querySelector("h2")
    first?.focus()
    return () => node?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide ? "sheet wide" : "sheet"}
      aria-labelledby={id}
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="sheet-head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="plain" aria-label={t("action.close")} onClick={() => dialog.current?.close()}>
          ×
        </button>
      </div>
      {children}
    </dialog>
  )
}

export type Entered = Readonly<Record<string, string>>

interface FormProps {
  readonly submit: string
  readonly send: (entered: Entered) => Promise<unknown>
  readonly children?: ComponentChildren
  /** Whether the button may be pressed. */
  readonly isReady?: boolean
  readonly isDanger?: boolean
}

/** The form of a dialog, which stays open with the reason if what it sends is refused. */
export const DialogForm = ({ children, isDanger = false, isReady = true, send, submit }: FormProps) => {
  const [problem, setProblem] = useState("")
  const [isBusy, setBusy] = useState(false)
  const submitted = async (form: HTMLFormElement): Promise<void> => {
    const entered = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    setBusy(true)
    setProblem("")
    try {
      await renewing(() => send(entered))
      closeDialog()
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      class="sheet-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && isReady) void submitted(event.currentTarget)
      }}
    >
      {children}
      <p class="error" role="alert">
        {problem}
      </p>
      <div class="sheet-actions">
        <button type="button" class="quiet" onClick={closeDialog}>
          {t("action.cancel")}
        </button>
        <button class={isDanger ? "danger" : ""} aria-busy={isBusy} disabled={!isReady}>
          {submit}
        </button>
      </div>
    </form>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly onInput?: (value: string) => void
}

/** A line of text in such a form. */
export const TextField = ({ label, name, onInput, value = "" }: FieldProps) => (
  <div class="field">
    <label for={`sheet-${name}`}>{label}</label>
    <input
      id={`sheet-${name}`}
      name={name}
      maxLength={255}
      defaultValue={value}
      required
      autocomplete="off"
      onFocus={({ currentTarget }) => currentTarget.select()}
      onInput={({ currentTarget }) => onInput?.(currentTarget.value)}
    />
  </div>
)
