import fc from "fast-check"
import { DATES } from "./fields.js"

/** A request of one of the users; `@task1` stands for the id of the second of the tasks that there are by then. */
export interface Call {
  /** The number of the user. */
  readonly by: number
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** How many users there are. */
export const USERS = 5

const MISSING = "01900000-nobody"
const some = (kind: string, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.nat({ max }).map((at) => `@${kind}${at}`) },
    { weight: 1, arbitrary: fc.constantFrom(MISSING, "none") }
  )
/** Of the first ones mostly, so that they come to be used by many. */
const early = (kind: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(`@${kind}0`) }, { weight: 3, arbitrary: some(kind, 3) })

type Path = ReadonlyArray<string | fc.Arbitrary<string>>

const workspace = early("workspace")
const board = early("board")
const user = some("user", USERS - 1)
/** Of the board that the request is to; `anyGroup` may be another's. */
const group = fc.oneof({ weight: 8, arbitrary: some("group", 3) }, { weight: 1, arbitrary: some("anyGroup", 5) })
const column = fc.oneof({ weight: 8, arbitrary: some("column", 3) }, { weight: 1, arbitrary: some("anyColumn", 5) })
const task = some("task", 7)
/** Of a task that comments, subtasks and time entries come to be on. */
const below = (list: string, kind: string): Path => ["tasks", early("task"), list, early(kind)]

const seldom = <A>(usual: fc.Arbitrary<A>, ...odd: ReadonlyArray<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) })

const name = seldom(fc.constantFrom("One", " Two ", "Drei 🌱", "x".repeat(255)), null, "", "  ", 5, "x".repeat(256))
const label = seldom(fc.constantFrom("pending", "done", " Working on it ", "high"), null, "", "x".repeat(51), [])
const text = seldom(fc.constantFrom("", " kept as sent ", "Zwei\nZeilen"), null, 5, "x".repeat(65_536))
const content = seldom(fc.constantFrom("Deeper", " kept "), null, "", " \n", "x".repeat(65_536))
const color = seldom(fc.constantFrom("#22c55e", "#ABCDEF"), null, "red", "#fff")
const icon = seldom(fc.constantFrom("📋", "🌱", "🇦🇹"), null, "x", "🌱🌱", "")
const flag = seldom(fc.boolean(), null, "true", 0)
const amount = seldom(fc.constantFrom(0, 0.1, 90, 1e308), null, -1, "5")
const role = seldom(fc.constantFrom("admin", "editor", "viewer"), null, "king", "Admin")
const date = seldom(fc.constantFrom(...Object.keys(DATES)), null, null, "2026-02-30", "soon", 5)
const users = seldom(fc.array(user, { maxLength: 4 }), null, [MISSING], "none")
const background = seldom(fc.constant({ type: "gradient", value: "#abcdef" }), null, "#abcdef", 5)
const cell = fc.constantFrom<unknown>("text", "", 0.5, false, null, null, ["a", { b: null }])
const values = seldom(fc.dictionary(column, cell, { maxKeys: 3, noNullPrototype: true }), null, "none", 5)

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>

/** Required fields are left out seldom, the others often. */
const bodyOf = (required: Fields, others: Fields): fc.Arbitrary<Record<string, unknown>> => {
  const part = (fields: Fields, requiredKeys: ReadonlyArray<string>) =>
    fc.record<Record<string, unknown>, string>(fields, { requiredKeys: [...requiredKeys], noNullPrototype: true })
  const needed = Object.keys(required)
  return fc
    .tuple(
      fc.oneof({ weight: 20, arbitrary: part(required, needed) }, { weight: 1, arbitrary: part(required, []) }),
      part({ ...others, id: fc.constant("mine"), createdAt: fc.constant("once") }, [])
    )
    .map(([one, other]) => ({ ...one, ...other }))
}

const by = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 5, arbitrary: fc.nat({ max: USERS - 1 }) })
const pages = {
  page: fc.constantFrom("1", "1", "2", "3", "", "0", "x"),
  limit: fc.constantFrom("1", "2", "2", "1000", "", "0", "1001")
}

const call = (
  method: string,
  path: Path,
  body?: fc.Arbitrary<object>,
  query: Fields = {},
  required: ReadonlyArray<string> = []
) => {
  const segments = fc.tuple(...path.map((each) => (typeof each === "string" ? fc.constant(each) : each)))
  return fc.record({
    by,
    method: fc.constant(method),
    path: segments.map((all) => `/api/${all.join("/")}`),
    query: fc.record(query as Record<string, fc.Arbitrary<string>>, {
      requiredKeys: [...required],
      noNullPrototype: true
    }),
    ...(body === undefined ? {} : { body })
  }) as fc.Arbitrary<Call>
}

const taskFields = {
  description: text,
  status: label,
  priority: label,
  assignees: users,
  dueDate: date,
  columnValues: values
}
const columnFields = { required: flag, description: text }
const invited = fc.oneof(
  { weight: 6, arbitrary: bodyOf({ userId: user, role }, {}) },
  { weight: 3, arbitrary: bodyOf({ email: some("email", USERS - 1), role }, {}) },
  { weight: 1, arbitrary: bodyOf({ email: fc.constantFrom("Grace@example.com", " grace@example.com"), role }, {}) },
  { weight: 1, arbitrary: bodyOf({ role }, { userId: user, email: some("email", USERS - 1) }) }
)

const CALLS: ReadonlyArray<readonly [weight: number, call: fc.Arbitrary<Call>]> = [
  [2, call("GET", ["workspaces"], undefined, pages)],
  [2, call("POST", ["workspaces"], bodyOf({ name }, { icon, color }))],
  [1, call("GET", ["workspaces", workspace])],
  [2, call("PATCH", ["workspaces", workspace], bodyOf({}, { name, icon, color }))],
  [1, call("DELETE", ["workspaces", some("workspace", 3)])],
  [3, call("GET", ["boards"], undefined, { ...pages, workspaceId: workspace }, ["workspaceId"])],
  [3, call("POST", ["boards"], bodyOf({ name, workspaceId: workspace }, { description: text }))],
  [3, call("GET", ["boards", board])],
  [3, call("PATCH", ["boards", board], bodyOf({}, { name, description: text, background, viewDensity: label }))],
  [1, call("DELETE", ["boards", some("board", 4)])],
  [3, call("POST", ["boards", board, "groups"], bodyOf({ name }, { color }))],
  [3, call("POST", ["boards", board, "columns"], bodyOf({ name, type: label }, columnFields))],
  [
    3,
    call(
      "PATCH",
      ["boards", board, "columns", column],
      bodyOf({}, { ...columnFields, name, type: label, width: amount, visible: flag })
    )
  ],
  [2, call("DELETE", ["boards", board, "groups", group], undefined, { moveTasksTo: fc.oneof(group, fc.constant("")) })],
  [1, call("DELETE", ["boards", board, "columns", column])],
  [5, call("POST", ["boards", board, "invite"], invited)],
  [2, call("GET", ["boards", board, "invitations"], undefined, pages)],
  [2, call("DELETE", ["boards", board, "invitations", some("invitation", 4)])],
  [2, call("POST", ["boards", board, "invitations", some("invitation", 4), "resend"])],
  [3, call("PATCH", ["boards", board, "members", user], bodyOf({ role }, {}))],
  [2, call("DELETE", ["boards", board, "members", user])],
  [2, call("GET", ["invitations"], undefined, pages)],
  [4, call("POST", ["invitations", some("ownInvitation", 4), "accept"])],
  [2, call("POST", ["invitations", some("ownInvitation", 4), "decline"])],
  [1, call("POST", ["invitations", some("invitation", 4), "accept"])],
  [
    6,
    call(
      "GET",
      ["tasks"],
      undefined,
      { ...pages, boardId: board, groupId: group, assignee: user, status: fc.constantFrom("pending", "done", "") },
      ["boardId"]
    )
  ],
  [8, call("POST", ["tasks"], bodyOf({ name, boardId: board }, { ...taskFields, groupId: group }))],
  [3, call("GET", ["tasks", "mine"], undefined, { ...pages, status: fc.constantFrom("pending", "done", "") })],
  [4, call("GET", ["tasks", task])],
  [10, call("PATCH", ["tasks", task], bodyOf({}, { ...taskFields, name, groupId: group }))],
  [1, call("PATCH", ["tasks", task], bodyOf({}, { name, boardId: board }))],
  [4, call("PATCH", ["tasks", task, "move"], bodyOf({ groupId: group }, {}))],
  [2, call("DELETE", ["tasks", task])],
  [4, call("POST", ["tasks", task, "comments"], bodyOf({ content }, { mentions: users }))],
  [4, call("PATCH", below("comments", "comment"), bodyOf({}, { content, mentions: users }))],
  [2, call("DELETE", below("comments", "comment"))],
  [4, call("POST", ["tasks", task, "subtasks"], bodyOf({ name }, {}))],
  [4, call("PATCH", below("subtasks", "subtask"), bodyOf({}, { name, completed: flag }))],
  [2, call("DELETE", below("subtasks", "subtask"))],
  [4, call("POST", ["tasks", task, "time-entries"], bodyOf({ duration: amount }, { description: text }))],
  [3, call("PATCH", below("time-entries", "timeEntry"), bodyOf({}, { duration: amount, description: text }))],
  [2, call("DELETE", below("time-entries", "timeEntry"))]
]

/** Any call, of those that go together more often than not. */
export const anyCall: fc.Arbitrary<Call> = fc.oneof(...CALLS.map(([weight, arbitrary]) => ({ weight, arbitrary })))
