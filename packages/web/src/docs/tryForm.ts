import { markup, type Markup } from "../markup.js"
import type { Endpoint, Parameter } from "./OpenApiDocument.js"
import { alternativesOf } from "./schemas.js"

/** What an element's id may be made of, whatever the operation is called. */
const idOf = (...parts: ReadonlyArray<string>): string => parts.join("-").replaceAll(/[^A-Za-z0-9_-]/g, "-")

const choices = ({ schema }: Parameter): ReadonlyArray<string> => {
  const types = alternativesOf(schema)
  if (types.some(({ type }) => type === "boolean")) return ["true", "false"]
  return types.flatMap((each) => (each.enum ?? []).map(String))
}

const field = ({ operationId }: Endpoint, parameter: Parameter): Markup => {
  const { name, required = false, schema } = parameter
  const id = idOf("try", operationId, name)
  const attributes = markup`id="${id}" name="${name}" data-in="${parameter.in}"${required ? markup` required` : null}`
  const options = choices(parameter)
  const type = schema.type === "integer" ? "numeric" : "text"
  return markup`<div class="field"><label for="${id}">${name} <span class="hint">${parameter.in}${required ? ", required" : null}</span></label>
${
  options.length === 0
    ? markup`<input ${attributes} inputmode="${type}" autocomplete="off" autocapitalize="none" spellcheck="false">`
    : markup`<select ${attributes}><option value=""></option>${options.map((option) => markup`<option>${option}</option>`)}</select>`
}</div>`
}

const bodyField = ({ operationId }: Endpoint, body: unknown): Markup => {
  const id = idOf("try", operationId, "body")
  const text = JSON.stringify(body, null, 2)
  const rows = Math.min(20, text.split("\n").length + 1)
  return markup`<div class="field"><label for="${id}">Body <span class="hint">JSON</span></label>
<textarea id="${id}" name="body" data-in="body" rows="${String(rows)}" spellcheck="false" autocapitalize="none">
${text}</textarea></div>`
}

/** The form that sends a request to this server and shows what it answers. */
export const tryForm = (endpoint: Endpoint, body: unknown): Markup => {
  const { method, operationId, parameters = [], path } = endpoint
  return markup`<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}" aria-label="Try ${operationId}">
${parameters.map((parameter) => field(endpoint, parameter))}
${body === undefined ? null : bodyField(endpoint, body)}
<p class="session hint"></p>
<button type="submit">Send ${method} ${path}</button>
<p class="notice sent" role="status"></p>
<div class="answered" hidden>
<dl></dl>
<p class="cut hint" hidden></p>
<pre tabindex="0" role="region" aria-label="Body of the answer"><code></code></pre>
<button type="button" class="quiet use" hidden>Use this token from now on</button>
</div>
</form></details>`
}
