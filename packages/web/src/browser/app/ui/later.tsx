import { useSignal } from "@preact/signals"
import type { FunctionComponent } from "preact"
import { useEffect } from "preact/hooks"
import { reasonOf } from "../api.js"
import { notify } from "../store/notices.js"

const loads: Array<() => Promise<unknown>> = []

/** Marks code that `loadAhead` loads. */
export const ahead = <A,>(load: () => Promise<A>): (() => Promise<A>) => {
  loads.push(load)
  return load
}

/**
 * Loads code before it is shown, so that it can be shown without a connection too: one part after another, as each holds up
 * the page for a moment. What cannot be loaded now is loaded when it is shown.
 */
export const loadAhead = async (): Promise<void> => {
  for (const load of loads) await load().catch(() => undefined)
}

/**
 * A component whose code is loaded when it is shown first; `Meanwhile` is shown until then. What could not be loaded is loaded when it
 * is shown again, or when the browser is online again.
 */
export const later = <P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  Meanwhile: FunctionComponent = () => <div class="skeleton" />
): FunctionComponent<P> => {
  let loaded: FunctionComponent<P> | null = null
  return (props) => {
    const shown = useSignal(loaded)
    useEffect(() => {
      const show = async (): Promise<void> => {
        try {
          loaded ??= await load()
          shown.value = loaded
        } catch (error) {
          notify(reasonOf(error), { tone: "bad" })
        }
      }
      void show()
      addEventListener("online", show)
      return () => removeEventListener("online", show)
    }, [])
    const Shown = shown.value
    return Shown === null ? <Meanwhile /> : <Shown {...props} />
  }
}
