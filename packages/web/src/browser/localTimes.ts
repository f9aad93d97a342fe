/** Shows the times below an element as the reader's own clock has them. */
export const showLocalTimes = (root: ParentNode): void => {
  for (const time of root.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" })
  }
}
