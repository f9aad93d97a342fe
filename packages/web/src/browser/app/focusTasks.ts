const TASK = ':is([data-cell], [data-card])[tabindex="0"]'

/** Moves the focus to the tasks, once what had it has left the document. */
export const focusTasks = (): void => {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>(TASK) ?? document.getElementById("main")
    place?.focus()
  })
}
