import type { Endpoint } from "./OpenApiDocument.js"

/** Where the page puts the address of the server that it came from. */
export const ORIGIN = "http://localhost:3000"

/** Text in single quotes of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Whether an operation wants a token. */
export const needsSession = ({ security = [] }: Pick<Endpoint, "security">): boolean => security.length > 0

const queryOf = ({ parameters = [] }: Endpoint): string => {
  const required = parameters.filter((each) => each.in === "query" && each.required === true)
  return required.length === 0 ? "" : `?${required.map(({ name }) => `${name}={${name}}`).join("&")}`
}

/** The command that calls an operation; what is in braces is for the reader to fill in. */
export const curlOf = (endpoint: Endpoint, body: unknown): string => {
  const { method, path } = endpoint
  return [
    `curl -sS${method === "GET" ? "" : ` -X ${method}`} ${quoted(`${ORIGIN}${path}${queryOf(endpoint)}`)}`,
    ...(needsSession(endpoint) ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`])
  ].join(" \\\n  ")
}
