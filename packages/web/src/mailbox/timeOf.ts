import { markup, type Markup } from "../markup.js"

/** A time in UTC, as it is without a script. */
export const timeOf = (date: Date): Markup => {
  const iso = date.toISOString()
  return markup`<time datetime="${iso}">${iso.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</time>`
}
