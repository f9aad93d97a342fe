import { markup, type Markup } from "../markup.js"
import { exampleOf } from "./exampleOf.js"
import { fieldRows } from "./fieldRows.js"
import { fieldTable } from "./fieldTable.js"
import { type Answer, type Endpoint, jsonOf, type OpenApiDocument } from "./OpenApiDocument.js"
import { refOf } from "./schemas.js"

/** A value as people read it, in a box of its own. */
export const json = (value: unknown): Markup => markup`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`

const isRefusal = (status: string): boolean => Number(status) >= 400

const headersOf = ({ headers = {} }: Answer): Markup | null => {
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  const items = entries.map(([name, { description = "" }]) => markup`<li><code>${name}</code>: ${description}</li>`)
  return markup`<ul class="headers">${items}</ul>`
}

const success = (document: OpenApiDocument, status: string, answer: Answer): Markup => {
  const schema = jsonOf(answer.content)
  return markup`<h5><span class="status">${status}</span> ${answer.description}</h5>
${headersOf(answer)}
${
  schema === null
    ? markup`<p>Without a body.</p>`
    : markup`<details class="example"><summary>Fields of ${status}</summary>${fieldTable(`Body of ${status}`, fieldRows(document, schema), true)}</details>
<details class="example"><summary>Example of ${status}</summary>${json(exampleOf(document, schema))}</details>`
}`
}

const refusal = (status: string, answer: Answer): Markup => {
  const schema = jsonOf(answer.content)
  const name = schema === null ? null : refOf(schema)
  return markup`<tr><th scope="row"><span class="status refused">${status}</span></th><td>${answer.description}</td>
<td>${name === null ? null : markup`<a href="#refusal-${name}">${name}</a>`}</td></tr>`
}

/** Every answer of an operation: what it gives with shape and example, and a table of how it refuses. */
export const answers = (document: OpenApiDocument, { responses }: Endpoint): Markup => {
  const all = Object.entries(responses)
  const refused = all.filter(([status]) => isRefusal(status))
  return markup`<h4>Answers</h4>
${all.filter(([status]) => !isRefusal(status)).map(([status, answer]) => success(document, status, answer))}
${
  refused.length === 0
    ? null
    : markup`<table class="refusals"><caption>Refusals</caption>
<thead><tr><th scope="col">Status</th><th scope="col">When</th><th scope="col">Body</th></tr></thead>
<tbody>${refused.map(([status, answer]) => refusal(status, answer))}</tbody></table>`
}`
}

/** The refusals of a document by the name of their body, each once. */
const refusalsOf = (
  endpoints: ReadonlyArray<Endpoint>
): ReadonlyArray<readonly [name: string, status: string, answer: Answer]> => {
  const found = new Map<string, readonly [string, string, Answer]>()
  for (const { responses } of endpoints) {
    for (const [status, answer] of Object.entries(responses)) {
      const schema = jsonOf(answer.content)
      const name = schema === null ? null : refOf(schema)
      if (isRefusal(status) && name !== null) found.set(name, [name, status, answer])
    }
  }
  return [...found.values()].toSorted(([, left], [, right]) => Number(left) - Number(right))
}

/** The bodies that operations refuse with, which they share. */
export const refusals = (document: OpenApiDocument, endpoints: ReadonlyArray<Endpoint>): Markup =>
  markup`${refusalsOf(endpoints).map(([name, status, answer]) => {
    const schema = jsonOf(answer.content) ?? {}
    return markup`<details class="operation" id="refusal-${name}"><summary><h3><span class="status refused">${status}</span> ${name}</h3></summary>
<div class="inside"><p>${answer.description}</p>
${headersOf(answer)}
${fieldTable(`Body of ${name}`, fieldRows(document, schema), true)}
${json(exampleOf(document, schema))}</div></details>`
  })}`
