import { HttpApi } from "@effect/platform"
import { Api } from "@boardwright/http"
import { Option, type Schema, SchemaAST } from "effect"
import fc from "fast-check"
import { arbitraryOf, type Known } from "./arbitraryOf.js"

const some = (kind: string, max = 3): fc.Arbitrary<string> => fc.nat({ max }).map((at) => `@${kind}${at}`)
const mostly = (kind: string) => fc.oneof({ weight: 8, arbitrary: fc.constant(`@${kind}0`) }, some(kind))
const orNobody = (usual: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 20, arbitrary: usual }, { weight: 1, arbitrary: fc.constant("nobody") })
const NAMES = ["One", " Two ", "Drei 🌱", "x".repeat(255), "‮ é\\"]
const instants = fc.constantFrom("2026-01-01", "2027-06-01T00:00:00Z", "soon")
const LABELS = ["pending", "done", "working", "high", " Ünï "]
const rows = fc.array(
  fc.dictionary(
    fc.constantFrom("0", "1", "2", "3"),
    fc.constantFrom("Dig", "Done", "2027-03-25", "25/12/2024", " ", 5, true, null)
  ),
  { maxLength: 4 }
)

const id = some("task")
const status = fc.constantFrom(...LABELS)
const operation = fc.oneof(
  fc.record({
    op: fc.constant("create"),
    ref: fc.constantFrom("a", "b"),
    task: fc.record({ name: fc.constantFrom(...NAMES) })
  }),
  fc.record(
    { op: fc.constant("update"), id, patch: fc.record({ status }), expect: fc.record({ status }) },
    { requiredKeys: ["op", "id", "patch"] }
  ),
  fc.record({ op: fc.constant("move"), id: fc.oneof(id, fc.constant("a")), groupId: some("group") }),
  fc.record({ op: fc.constantFrom("delete", "copy"), id })
)

/** What fields mean in a world: `@board1` stands for the id of the second of its boards. */
const KNOWN: Known = {
  workspaceId: mostly("workspace"),
  boardId: mostly("board"),
  groupId: some("group"),
  userId: fc.oneof(some("user", 6), some("teammate", 0)),
  assignee: some("user", 6),
  assignees: fc.array(orNobody(some("user", 6)), { maxLength: 3 }),
  mentions: fc.array(orNobody(some("user", 6)), { maxLength: 3 }),
  columnValues: fc.dictionary(orNobody(some("column", 1)), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
  name: fc.constantFrom(...NAMES),
  companyName: fc.constantFrom(...NAMES),
  type: fc.constantFrom("text", "status", "date", "priority", "solid", "gradient"),
  status: fc.constantFrom(...LABELS),
  priority: fc.constantFrom(...LABELS),
  email: some("email", 6),
  password: fc.constantFrom("password of owner", "correct horse", "x".repeat(72)),
  token: fc.constantFrom("0123456789abcdef".repeat(4), "wrong"),
  key: fc.oneof(mostly("calendarKey"), fc.constant("wrong")),
  page: fc.constantFrom("1", "2", "999"),
  limit: fc.constantFrom("1", "2", "50", "1000"),
  since: fc.constantFrom("now", "0.0", `${"0".repeat(32)}.1`, "later", "2026-01-01T00:00:00Z"),
  url: fc.constantFrom("https://receiver.invalid/", "https://receiver.invalid/hook?key=1", "no URL"),
  dueFrom: instants,
  dueTo: instants,
  createdFrom: instants,
  createdTo: instants,
  updatedSince: instants,
  q: fc.constantFrom("d", "one dr", "\u00c9!", "!", "x".repeat(201)),
  filter: fc.constantFrom(
    '{"column":"@column0","op":"isEmpty"}',
    '{"any":[{"column":"@column0","op":"is","value":"x"},{"column":"@column0","op":"in","value":["x"]}]}',
    '{"all":[{"column":"@column0","op":"gt","value":1}]}',
    '{"all":[]}'
  ),
  sort: fc.constantFrom("name", "-dueDate,status", "group,-assignee", "column:nobody"),
  operations: fc.array(operation, { minLength: 1, maxLength: 4 }),
  types: fc.subarray(["task.created", "board.updated", "task.eaten"], { minLength: 1 }),
  include: fc.subarray(["columnValues", "counts", "comments"], { minLength: 1 }),
  dryRun: fc.constantFrom("true", "false"),
  permanent: fc.constantFrom("true", "false"),
  rows
}

/** What an endpoint of the contract takes. */
export interface Taken {
  readonly name: string
  readonly method: string
  /** The path's template, such as `/api/tasks/:id`. */
  readonly template: string
  /** By name, as text. */
  readonly query: fc.Arbitrary<Readonly<Record<string, string>>>
  readonly parameters: ReadonlyArray<string>
  /** Null where it takes no body. */
  readonly payload: fc.Arbitrary<unknown> | null
}

const queryOf = (schema: Option.Option<Schema.Schema.All>): Pick<Taken, "parameters" | "query"> => {
  const ast = Option.getOrUndefined(schema)?.ast
  if (ast === undefined || !SchemaAST.isTypeLiteral(ast)) return { parameters: [], query: fc.constant({}) }
  const query = arbitraryOf(ast, KNOWN) as fc.Arbitrary<object>
  return {
    parameters: ast.propertySignatures.map(({ name }) => String(name)),
    query: query.map((values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`])))
  }
}

const readContract = (): ReadonlyArray<Taken> => {
  const all: Array<Taken> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group, payloads }) => {
      const [payload] = payloads.values()
      all.push({
        name: `${group.identifier}.${endpoint.name}`,
        method: endpoint.method,
        template: endpoint.path,
        ...queryOf(endpoint.urlParamsSchema),
        payload: payload === undefined ? null : arbitraryOf(payload.ast, KNOWN)
      })
    }
  })
  return all
}

/** Every endpoint of the contract but the one after which a user of a world could send nothing more. */
export const TAKEN = readContract().filter(({ name }) => name !== "accounts.signOutEverywhere")
