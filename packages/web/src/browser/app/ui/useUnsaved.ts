import { useLayoutEffect } from "preact/hooks"

/** Makes the browser ask before the page is left with a text that would be lost. */
export const useUnsaved = (isUnsaved: () => boolean): void =>
  useLayoutEffect(() => {
    const ask = (event: Event) => {
      if (isUnsaved()) event.preventDefault()
    }
    addEventListener("beforeunload", ask)
    return () => removeEventListener("beforeunload", ask)
  }, [])
