/** Puts the focus on a heading of the panel, where what had it is gone. */
export const focusOn = (id: string): void => {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
