import { BoardwrightClientError } from "@boardwright/client"
import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { reading, reasonOf } from "../api.js"
import { t } from "../text/texts.js"
import { Confirmation } from "../ui/confirm.js"

interface PageFrameProps<A> {
  readonly title: string
  /** The window's title, where it says more than the heading. */
  readonly windowTitle?: (loaded: A) => string
  /** Where the link above the heading leads. */
  readonly back: { readonly href: string; readonly text: string }
  /** What is said while the page loads. */
  readonly loading: string
  /** Loads what the page shows. */
  readonly load: () => Promise<A>
  /** What responses of some statuses mean here. Trying again does not help then. */
  readonly reasons?: Readonly<Record<number, string>>
  readonly children: (loaded: A) => ComponentChildren
}

type State<A> =
  | { readonly is: "loading" }
  | { readonly is: "refused"; readonly reason: string; readonly isFinal: boolean }
  | { readonly is: "loaded"; readonly loaded: A }

/** A page beside the board: its heading, a link back, and what it loads first. */
export const PageFrame = <A,>({
  back,
  children,
  load,
  loading,
  reasons = {},
  title,
  windowTitle = () => title
}: PageFrameProps<A>) => {
  const state = useSignal<State<A>>({ is: "loading" })
  const start = async (): Promise<void> => {
    state.value = { is: "loading" }
    try {
      const loaded = await reading(load)
      document.title = `${windowTitle(loaded)} - Boardwright`
      state.value = { is: "loaded", loaded }
    } catch (error) {
      const known = error instanceof BoardwrightClientError ? reasons[error.status ?? 0] : undefined
      state.value = { is: "refused", reason: known ?? reasonOf(error), isFinal: known !== undefined }
    }
  }
  useEffect(() => {
    document.title = `${title} - Boardwright`
    void start()
  }, [])
  const shown = state.value
  return (
    <>
      <div class="page">
        <p class="page-back">
          <a href={back.href}>{back.text}</a>
        </p>
        <h1>{title}</h1>
        <p class="error" role="alert">
          {shown.is === "refused" ? shown.reason : ""}
        </p>
        {shown.is === "loading" ? (
          <div class="skeleton" role="status">
            <span class="visually-hidden">{loading}</span>
          </div>
        ) : shown.is === "loaded" ? (
          children(shown.loaded)
        ) : shown.isFinal ? null : (
          <p>
            <button type="button" class="button" onClick={() => void start()}>
              {t("action.retry")}
            </button>
          </p>
        )}
      </div>
      <Confirmation />
    </>
  )
}
