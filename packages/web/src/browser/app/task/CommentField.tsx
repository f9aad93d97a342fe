import type { Signal } from "@preact/signals"
import { useSignal } from "@preact/signals"
import { useLayoutEffect, useRef } from "preact/hooks"
import { useBoard } from "../BoardContext.js"
import { Face } from "../cells/Value.js"
import { counted, t } from "../text/texts.js"
import { focusAgain } from "./focusOn.js"
import { type Mentionable, matching, mentionsIn, typingAt } from "./mentions.js"

/** The people of a board who can be mentioned. */
export const useMentionable = (): ReadonlyArray<Mentionable & { readonly avatar: string | null }> =>
  [...useBoard().people.value.values()].flatMap(({ avatar, id, name, role }) =>
    name === null || role === null ? [] : [{ id, name, avatar: avatar ?? null }]
  )

/** A field for a comment, with a list of people where `@` is typed. Ctrl+Enter sends. */
export const CommentField = ({
  cancel,
  draft,
  label,
  mentioned = [],
  send
}: {
  draft: Signal<string | null>
  label: string
  /** The ids that the comment mentions already. */
  mentioned?: ReadonlyArray<string>
  /** Resolves to whether it is stored. */
  send: (content: string, mentions: ReadonlyArray<string>) => Promise<boolean>
  cancel?: () => void
}) => {
  const people = useMentionable()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const picked = useRef(new Set(mentioned))
  const caret = useSignal<number | null>(null)
  const active = useSignal(0)
  const isBusy = useSignal(false)
  const nextCaret = useRef<number | null>(null)
  const text = draft.value ?? ""
  const typing = caret.value === null ? null : typingAt(text, caret.value)
  const found = typing === null ? [] : matching(people, typing.query)
  const at = Math.min(active.value, found.length - 1)

  useLayoutEffect(() => {
    if (cancel !== undefined) field.current?.focus()
  }, [])
  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  })
  const choose = (person: Mentionable) => {
    if (typing === null || caret.value === null) return
    const before = `${text.slice(0, typing.start)}@${person.name} `
    picked.current.add(person.id)
    draft.value = before + text.slice(caret.value)
    nextCaret.current = before.length
    caret.value = null
    active.value = 0
    field.current?.focus()
  }
  const submit = async () => {
    const content = text.trim()
    if (content === "" || isBusy.value) return
    isBusy.value = true
    const isStored = await send(content, mentionsIn(content, people, picked.current))
    isBusy.value = false
    if (!isStored) return
    // The next comment may have been begun behind this one.
    const now = draft.value ?? ""
    draft.value = (now.startsWith(text) ? now.slice(text.length) : now) || null
    caret.value = null
    focusAgain(() => field.current, root.current)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const person = found[at]
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit()
    else if (person !== undefined && event.key === "ArrowDown") active.value = (at + 1) % found.length
    else if (person !== undefined && event.key === "ArrowUp") active.value = (at - 1 + found.length) % found.length
    else if (person !== undefined && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) choose(person)
    else if (person !== undefined && event.key === "Escape") caret.value = null
    else if (event.key === "Escape" && cancel !== undefined) cancel()
    else return
    event.preventDefault()
  }
  return (
    <div class="comment-field" ref={root}>
      <textarea
        ref={field}
        rows={3}
        value={text}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={found.length === 0 ? undefined : "mention-list"}
        aria-activedescendant={found.length === 0 ? undefined : `mention-${at}`}
        placeholder={label}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value
          caret.value = currentTarget.selectionStart
          active.value = 0
        }}
        onBlur={() => {
          caret.value = null
        }}
        onKeyDown={onKeyDown}
      />
      {found.length === 0 ? null : (
        <div class="choice-list" role="listbox" id="mention-list" aria-label={t("panel.mention")}>
          {found.map(({ avatar, id, name }, index) => (
            <div
              key={id}
              id={`mention-${index}`}
              class="choice"
              role="option"
              aria-selected={index === at}
              data-active={index === at}
              onMouseDown={(event) => {
                event.preventDefault()
                choose({ id, name })
              }}
            >
              <span class="person">
                <Face id={id} name={name} avatar={avatar} /> {name}
              </span>
            </div>
          ))}
        </div>
      )}
      <span class="visually-hidden" role="status">
        {found.length === 0 ? "" : counted("count.people", found.length)}
      </span>
      <p class="buttons">
        <button type="button" class="button" aria-busy={isBusy.value} onClick={() => void submit()}>
          {cancel === undefined ? t("panel.send") : t("action.save")}
        </button>
        {cancel === undefined ? (
          <span class="hint">{t("panel.sendHint")}</span>
        ) : (
          <button type="button" class="button quiet" onClick={cancel}>
            {t("action.cancel")}
          </button>
        )}
      </p>
    </div>
  )
}
