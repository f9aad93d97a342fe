// The table of routes that the client calls, packages/client/src/routes.ts, from the contract.
import { openApi } from "@boardwright/http"

const isKey = ({ in: place, name }) => place === "header" && name.toLowerCase() === "idempotency-key"

// Redirects, files and the stream of changes are not answers of JSON alone.
const answersJson = ({ responses }) => {
  const types = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    status < "300" ? Object.keys(content) : []
  )
  return types.length > 0 && types.every((type) => type === "application/json")
}

// Lists of known values are separated by commas; other texts may contain some.
const isRepeated = ({ items, type }) => type === "array" && items.enum === undefined

const line = (path, method, { operationId, parameters, requestBody, security }) => {
  const query = parameters
    .filter((each) => each.in === "query")
    .map(({ name, schema }) => name + (isRepeated(schema) ? "*" : ""))
  const flags = [security.length > 0 && "s", requestBody && "b", parameters.some(isKey) && "k"].filter(Boolean).join("")
  return [operationId, method.toUpperCase(), path, flags || "-", ...query].join(" ")
}

/** The module's text. */
export const clientRoutes = async () => {
  const lines = Object.entries((await openApi()).paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => answersJson(operation))
      .map(([method, operation]) => line(path, method, operation))
  )
  return `// Written by every build, from scripts/clientRoutes.mjs.

/**
 * The routes of the contract that answer with JSON, a line each: name, method, path, flags, and the fields of the query. The
 * flags are s (needs a session), b (has a body) and k (takes an Idempotency-Key). A field with * is sent once for each entry of a list.
 */
export const ROUTES = \`
${lines.toSorted().join("\n")}
\`
`
}
