import { markup, type Markup } from "../markup.js"
import type { FieldRow } from "./fieldRows.js"

const sentence = (text: string): string => (text === "" || /[.!?]$/.test(text) ? text : `${text}.`)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

// What is sent is optional unless said otherwise; what is answered is there unless said otherwise.
const markOf = ({ required }: FieldRow, isAnswer: boolean): Markup | null => {
  if (required === isAnswer) return null
  return isAnswer ? markup` <span class="hint">optional</span>` : markup` <span class="required">required</span>`
}

const rowMarkup = (row: FieldRow, isAnswer: boolean): Markup => {
  const meaning = [row.meaning, capital(row.limits)].map(sentence).join(" ").trim()
  return markup`<tr><th scope="row"><code>${row.path}</code>${markOf(row, isAnswer)}</th>
<td><span class="type">${row.type}</span></td><td>${meaning}</td></tr>`
}

/** Fields or parameters as a table: of what is sent, or of what is answered. */
export const fieldTable = (caption: string, rows: ReadonlyArray<FieldRow>, isAnswer = false): Markup =>
  markup`<table><caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning and limits</th></tr></thead>
<tbody>${rows.map((row) => rowMarkup(row, isAnswer))}</tbody></table>`
