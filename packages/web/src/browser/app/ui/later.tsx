import { useSignal } from "@preact/signals"
import type { FunctionComponent } from "preact"
import { useEffect } from "preact/hooks"
import { notify } from "../store/notices.js"
import { t } from "../text/texts.js"

/** A component whose code is loaded when it is shown first; `Meanwhile` is shown until then. */
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
        } catch {
          notify(t("error.offline"), { tone: "bad" })
        }
      }
      void show()
    }, [])
    const Shown = shown.value
    return Shown === null ? <Meanwhile /> : <Shown {...props} />
  }
}
