import { type Signal, useSignal } from "@preact/signals"
import { useEffect } from "preact/hooks"

const PREFIX = "boardwright.draft."

const stored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

/** Keeps a text as the draft of a key, for the next time that it is used. */
export const storeDraft = (key: string, text: string | null): void => {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, text)
  } catch {
    // Without storage, or where it is full, a draft lasts as long as the panel.
  }
}

/** A text that is being typed; null for none. It survives a panel that closes and a reload of the page in this tab. */
export const useDraft = (key: string): Signal<string | null> => {
  const draft = useSignal<string | null>(stored(key))
  useEffect(() => draft.subscribe((text) => storeDraft(key, text)), [key])
  return draft
}
