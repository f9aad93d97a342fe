import { HttpApi } from "@effect/platform"
import { Api, codesOf } from "@boardwright/http"
import { Option, ParseResult, Schema } from "effect"

interface Described {
  readonly method: string
  readonly path: RegExp
  /** By status; null where the contract says that there is no body. */
  readonly bodies: ReadonlyMap<number, ((body: unknown) => unknown) | null>
}

const describeAll = (): ReadonlyArray<Described> => {
  const all: Array<Described> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, errors, middleware, successes }) => {
      const bodies = new Map<number, ((body: unknown) => unknown) | null>()
      const failures = [...middleware].map(({ failure }) => failure.ast)
      for (const [status, { ast }] of [...successes, ...errors]) {
        bodies.set(
          status,
          Option.match(ast, {
            onNone: () => null,
            onSome: (found) =>
              ParseResult.decodeUnknownSync(Schema.make(found), { onExcessProperty: "error", errors: "all" })
          })
        )
      }
      for (const ast of failures)
        bodies.set(401, ParseResult.decodeUnknownSync(Schema.make(ast), { onExcessProperty: "error" }))
      const path = new RegExp(`^${endpoint.path.replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`)
      all.push({ method: endpoint.method, path, bodies })
    }
  })
  // `/boards/import` before `/boards/:id`.
  return all.toSorted((left, right) => left.path.source.split("[^/]+").length - right.path.source.split("[^/]+").length)
}

const described = describeAll()

/** Throws unless a refusal carries a code of its status, or is one of JSON-RPC to an agent; HEAD has no body. */
const checkCode = (status: number, path: string, body: unknown): void => {
  if (body === "" || (path === "/mcp" && Object.hasOwn(Object(body), "jsonrpc"))) return
  const code: unknown = typeof body === "object" && body !== null && "code" in body ? body.code : undefined
  if (codesOf(status).some((each) => each === code)) return
  throw new Error(`no code of ${status}: ${JSON.stringify(body)}`)
}

/**
 * Throws unless the contract has this answer: its status for the endpoint, and its body to the letter, with no field
 * more. Paths that the contract does not know are let pass.
 */
export const checkAgainstContract = (method: string, path: string, status: number, body: unknown): void => {
  // The answer to who has a fresh copy.
  if (status === 304 && body === "") return
  if (status >= 400) checkCode(status, path, body)
  const endpoint = described.find((each) => each.method === method && each.path.test(path))
  if (endpoint === undefined) return
  const check = endpoint.bodies.get(status)
  if (check === undefined)
    throw new Error(`the contract has no ${status} for ${method} ${path}: ${JSON.stringify(body)}`)
  if (check !== null) check(body)
}
