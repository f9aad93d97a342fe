/** Gives the focus back after the next render, unless it is somewhere else by then. */
export const focusAgain = (node: () => HTMLElement | null): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) node()?.focus()
  })
}

/** Puts the focus on a heading of the panel, where what had it is gone. */
export const focusOn = (id: string): void => {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
