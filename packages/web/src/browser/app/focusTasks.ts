/** The task that Tab reaches. */
export const tabStopTask = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(':is([data-cell], [data-card], [data-due])[tabindex="0"]')

/** Moves the focus to the tasks, once what had it has left the document. */
export const focusTasks = (): void => {
  requestAnimationFrame(() => {
    const place = tabStopTask() ?? document.getElementById("main")
    place?.focus()
  })
}
