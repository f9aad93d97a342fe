import { signal } from "@preact/signals"

const said = signal("")

/** Says to users of screen readers what a key or a drag has done. */
export const announce = (text: string): void => {
  // The same text twice is said twice only if it differs.
  said.value = said.value === text ? `${text}\u00a0` : text
}

/** The live region of `announce`. */
export const Announcer = () => (
  <p class="visually-hidden" role="status" aria-live="assertive" data-announcer="">
    {said.value}
  </p>
)
