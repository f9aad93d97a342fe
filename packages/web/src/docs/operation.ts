import { markup, type Markup } from "../markup.js"
import { answers, json } from "./answers.js"
import { curlOf, needsSession, ORIGIN } from "./curlOf.js"
import { exampleOf } from "./exampleOf.js"
import { type FieldRow, fieldRows } from "./fieldRows.js"
import { fieldTable } from "./fieldTable.js"
import { type Endpoint, isStream, jsonOf, type OpenApiDocument, type Parameter } from "./OpenApiDocument.js"
import { tryForm } from "./tryForm.js"
import { limitsText, meaningOf, typeText } from "./typeText.js"

const parameterRow = ({ description, in: place, name, required = false, schema }: Parameter): FieldRow => ({
  path: name,
  type: `${typeText(schema)}, in the ${place}`,
  required,
  limits: limitsText(schema),
  meaning: meaningOf(description === undefined ? schema : { ...schema, description })
})

const facts = (endpoint: Endpoint): Markup => {
  const tier = endpoint["x-rate-limit-tier"]
  const counted = tier === "none" ? "not counted" : tier
  return markup`<ul class="facts"><li>${needsSession(endpoint) ? "Needs a session: a bearer token" : "Needs no session"}</li>
${counted === undefined ? null : markup`<li>Rate limit: ${counted}</li>`}
<li>Operation: <code>${endpoint.operationId}</code></li></ul>`
}

// The server's own address comes from the page's: the script puts it here.
const command = (text: string): Markup => {
  const [before = "", after = ""] = text.split(ORIGIN)
  return markup`<pre class="command"><code>${before}<span class="origin">${ORIGIN}</span>${after}</code></pre>`
}

/** An operation whole: what it takes, what it answers, the command that calls it, and a form that does, but for streams. */
export const operation = (document: OpenApiDocument, endpoint: Endpoint): Markup => {
  const { description, method, operationId, parameters = [], path, requestBody, summary = operationId } = endpoint
  const schema = jsonOf(requestBody?.content)
  const body = schema === null ? undefined : exampleOf(document, schema)
  const search = `${method} ${path} ${operationId} ${summary}`.toLowerCase()
  return markup`<details class="operation" id="${operationId}" data-search="${search}">
<summary><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="summary">${summary}</span></h3></summary>
<div class="inside">
${description === undefined ? null : markup`<p>${description}</p>`}
${facts(endpoint)}
${parameters.length === 0 ? null : markup`<h4>Parameters</h4>${fieldTable("Parameters", parameters.map(parameterRow))}`}
${
  schema === null
    ? null
    : markup`<h4>Body</h4>${fieldTable("Body of the request", fieldRows(document, schema))}
<details class="example"><summary>Example of the body</summary>${json(body)}</details>`
}
${answers(document, endpoint)}
<h4>On the command line</h4>
${command(curlOf(endpoint, body))}
<button type="button" class="quiet copy">Copy<span class="visually-hidden"> the command of ${operationId}</span></button>
${isStream(endpoint) ? null : tryForm(endpoint, body)}
</div></details>`
}
