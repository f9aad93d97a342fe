import { markup, type Markup } from "../markup.js"

/** A time in UTC, for whoever has no script. */
export const timeOf = (date: Date): Markup => {
  const iso = date.toISOString()
  return markup`<time datetime="${iso}">${iso.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</time>`
}

/** Shows the times of the page as the reader's own clock has them. */
export const localTimes = `"use strict"
const showLocalTimes = (root) => {
  for (const time of root.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" })
  }
}
showLocalTimes(document)
`
