/** Moves the focus after the next render, unless the user has gone somewhere else by then: it is nowhere, or still in `from`. */
export const focusAgain = (node: () => HTMLElement | null, from: Element | null = null): void => {
  requestAnimationFrame(() => {
    const { activeElement, body } = document
    if (activeElement === body || from?.contains(activeElement) === true) node()?.focus()
  })
}

/** Moves the focus likewise to a heading of the panel, where what had it is gone, or will be. */
export const focusOn = (id: string, from: Element | null = null): void =>
  focusAgain(() => document.getElementById(id), from)
