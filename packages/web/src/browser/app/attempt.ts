import { useRef } from "preact/hooks"
import { reasonOf, renewing } from "./api.js"
import { notify } from "./store/notices.js"
import { newKey } from "./store/tabStorage.js"

/** Calls the API. False after an error, which is shown: what was entered stays. */
export const attempt = async (call: () => Promise<unknown>, textOf = reasonOf): Promise<boolean> => {
  try {
    await renewing(call)
    return true
  } catch (error) {
    notify(textOf(error), { tone: "bad" })
    return false
  }
}

/** A key for something new, until that is stored: what is sent again after an error is stored once. */
export const useKey = (): { readonly keyOf: (content: string) => string; readonly forget: () => void } => {
  const known = useRef<readonly [content: string, key: string] | null>(null)
  return {
    keyOf: (content) => {
      if (known.current?.[0] !== content) known.current = [content, newKey()]
      return known.current[1]
    },
    forget: () => {
      known.current = null
    }
  }
}
