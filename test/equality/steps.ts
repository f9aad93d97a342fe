import fc from "fast-check"
import { type JsonText, objectOf, oddJson, oddNumber, oddText } from "./oddJson.js"

/** A request in which `@task3` stands for the id of one of the tasks known by then. */
export interface Step {
  readonly method: string
  readonly path: string
  readonly body?: JsonText
}

const seldom = (usual: fc.Arbitrary<JsonText>, odd: fc.Arbitrary<JsonText> = oddJson): fc.Arbitrary<JsonText> =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd })

const known = (kind: string, max = 5) => fc.nat({ max }).map((at) => `@${kind}${at}`)
const idOf = (kind: string) => seldom(known(kind).map((id) => `"${id}"`))

const LABELS = ["pending", "done", "Done", "Ünï", "a", "B", "ß", "in review", "😀"]
const label = seldom(fc.constantFrom(...LABELS.map((text) => JSON.stringify(text)), '" done "'), oddText)
const name = seldom(fc.constantFrom('"One"', '"  Two "', '"Drei 🌱"', '"İ"'), oddText)
const users = seldom(fc.array(known("user"), { maxLength: 3 }).map((ids) => JSON.stringify(ids)))
const DATES = [
  "2027-03-25",
  "2027-03-25T10:00:00.5+05:30",
  "1970-01-01",
  "1970-01-01T00:00:00.001Z",
  "9999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59.999-23:59",
  "2024-02-29T12:34",
  "2026-02-29",
  "1582-10-15",
  "2026-12-31T23:59:60Z"
]
const dueDate = seldom(fc.constantFrom("null", ...DATES.map((date) => `"${date}"`)), oddText)
const columnValues = seldom(
  fc
    .array(fc.tuple(known("column", 1), oddJson), { maxLength: 4 })
    .map((values) => `{${values.map(([id, value]) => `"${id}":${value}`).join(",")}}`)
)
const task = { name, description: oddText, status: label, priority: label, assignees: users, dueDate, columnValues }

const CELLS = ["Done", "to do", "critical", "25/12/2024", "01/02/2024", "2024-02-30", "  ", "5"].map(
  (cell) => `"${cell}"`
)
const row = seldom(
  fc
    .array(
      fc.tuple(
        fc.constantFrom("0", "1", "2", "3", "7"),
        seldom(fc.oneof(fc.constantFrom(...CELLS), oddText, oddNumber))
      ),
      { maxLength: 5 }
    )
    .map((cells) => `{${cells.map(([index, cell]) => `"${index}":${cell}`).join(",")}}`)
)
const list = (item: fc.Arbitrary<JsonText>, maxLength: number) =>
  seldom(fc.array(item, { maxLength }).map((all) => `[${all.join(",")}]`))
const mapping = objectOf(
  {
    index: seldom(fc.constantFrom("0", "1", "2", "3"), oddNumber),
    name,
    type: fc.constantFrom('"status"', '"priority"', '"date"', '"text"', '"person"'),
    isFirstColumn: fc.constantFrom("true", "false", "null")
  },
  ["index"]
)
const sheet = objectOf(
  {
    name,
    workspaceId: idOf("workspace"),
    description: oddText,
    firstColumnIndex: seldom(fc.constantFrom("0", "1"), oddNumber),
    columnMappings: list(mapping, 4),
    headers: list(fc.oneof(name, fc.constant("null")), 4),
    rows: list(row, 6)
  },
  ["name", "workspaceId", "columnMappings", "rows"]
)

const pathOf = (text: string): fc.Arbitrary<string> =>
  fc.nat({ max: 5 }).map((at) => text.replaceAll(/@\w+/g, (kind) => kind + at))
const asking = (method: string, path: string, body?: fc.Arbitrary<JsonText>): fc.Arbitrary<Step> =>
  body === undefined
    ? fc.record({ method: fc.constant(method), path: pathOf(path) })
    : fc.record({ method: fc.constant(method), path: pathOf(path), body })

const number = seldom(
  fc.constantFrom("1", "2", "3", "1000"),
  fc.constantFrom("0", "-1", "1.5", "01", "1e2", "", "9007199254740991", "%20")
)
const query = fc
  .record(
    {
      groupId: known("group"),
      status: fc.constantFrom(...LABELS, "", "%").map(encodeURIComponent),
      assignee: known("user"),
      page: number,
      limit: number
    },
    { requiredKeys: [] }
  )
  .map((given) => Object.entries(given).map(([field, value]) => `&${field}=${value}`))
const listing = fc
  .tuple(known("board"), query)
  .map(([board, given]): Step => ({ method: "GET", path: `/api/tasks?boardId=${board}${given.join("")}` }))

const board = objectOf({ name, workspaceId: idOf("workspace"), description: oddText }, ["name", "workspaceId"])
const group = objectOf({ name, color: seldom(fc.constantFrom('"#abcdef"', '"#ABCDEF"', "null")) }, ["name"])
const column = { name, type: label, required: fc.constantFrom("true", "false", "null"), description: oddText }
const createdTask = objectOf({ ...task, boardId: idOf("board"), groupId: idOf("group") }, ["name", "boardId"])

const operation = fc.oneof(
  objectOf(
    {
      op: fc.constant('"create"'),
      ref: fc.constant('"it"'),
      task: objectOf({ ...task, groupId: idOf("group") }, ["name"])
    },
    ["op", "task"]
  ),
  objectOf(
    {
      op: fc.constant('"update"'),
      id: fc.oneof(idOf("task"), fc.constant('"it"')),
      patch: objectOf({ ...task, groupId: idOf("group") }),
      expect: objectOf({ status: label, dueDate })
    },
    ["op", "id", "patch"]
  ),
  objectOf(
    {
      op: fc.constant('"move"'),
      id: idOf("task"),
      groupId: idOf("group"),
      beforeTaskId: idOf("task"),
      afterTaskId: idOf("task")
    },
    ["op", "id", "groupId"]
  ),
  objectOf({ op: fc.constant('"delete"'), id: idOf("task") }, ["op", "id"])
)
const bulk = objectOf({ boardId: idOf("board"), operations: list(operation, 4) }, ["boardId", "operations"])

const deletedGroup = fc
  .tuple(known("board"), known("group"), known("group"))
  .map(([board, id, to]): Step => ({ method: "DELETE", path: `/api/boards/${board}/groups/${id}?moveTasksTo=${to}` }))

/** A request of a random sequence, many of them invalid. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: asking("POST", "/api/boards", board) },
  {
    weight: 1,
    arbitrary: asking("PATCH", "/api/boards/@board", objectOf({ name, description: oddText, viewDensity: label }))
  },
  { weight: 2, arbitrary: asking("POST", "/api/boards/@board/groups", group) },
  {
    weight: 3,
    arbitrary: asking(
      "PATCH",
      "/api/boards/@board/groups/@group",
      objectOf({ name, color: seldom(fc.constantFrom('"#abcdef"', "null")), beforeGroupId: idOf("group") })
    )
  },
  { weight: 2, arbitrary: asking("POST", "/api/boards/@board/columns", objectOf(column, ["name", "type"])) },
  {
    weight: 2,
    arbitrary: asking(
      "PATCH",
      "/api/boards/@board/columns/@column",
      objectOf({ ...column, width: oddNumber, beforeColumnId: idOf("column") })
    )
  },
  {
    weight: 1,
    arbitrary: asking("POST", "/api/boards/@board/duplicate", objectOf({ name, withTasks: fc.constant("true") }))
  },
  { weight: 1, arbitrary: asking("DELETE", "/api/boards/@board/groups/@group") },
  { weight: 2, arbitrary: deletedGroup },
  { weight: 1, arbitrary: asking("DELETE", "/api/boards/@board/columns/@column") },
  { weight: 1, arbitrary: asking("POST", "/api/boards/import", sheet) },
  { weight: 1, arbitrary: asking("POST", "/api/boards/import?dryRun=true", sheet) },
  { weight: 6, arbitrary: asking("POST", "/api/tasks", createdTask) },
  { weight: 6, arbitrary: asking("PATCH", "/api/tasks/@task", objectOf({ ...task, groupId: idOf("group") })) },
  {
    weight: 5,
    arbitrary: asking(
      "PATCH",
      "/api/tasks/@task/move",
      objectOf({ groupId: idOf("group"), beforeTaskId: idOf("task"), afterTaskId: idOf("task") })
    )
  },
  {
    weight: 3,
    arbitrary: asking(
      "POST",
      "/api/tasks/@task/move-to-board",
      objectOf({ boardId: idOf("board"), groupId: idOf("group") }, ["boardId"])
    )
  },
  { weight: 3, arbitrary: asking("POST", "/api/tasks/@task/duplicate", objectOf({ name })) },
  { weight: 4, arbitrary: asking("POST", "/api/tasks/bulk", bulk) },
  { weight: 1, arbitrary: asking("DELETE", "/api/tasks/@task") },
  {
    weight: 2,
    arbitrary: asking("POST", "/api/tasks/@task/comments", objectOf({ content: oddText, mentions: users }, ["content"]))
  },
  {
    weight: 2,
    arbitrary: asking("PATCH", "/api/tasks/@task/comments/@comment", objectOf({ content: oddText, mentions: users }))
  },
  { weight: 1, arbitrary: asking("DELETE", "/api/tasks/@task/comments/@comment") },
  { weight: 2, arbitrary: asking("POST", "/api/tasks/@task/subtasks", objectOf({ name }, ["name"])) },
  {
    weight: 1,
    arbitrary: asking(
      "PATCH",
      "/api/tasks/@task/subtasks/@subtask",
      objectOf({ name, completed: fc.constant("true"), beforeSubtaskId: idOf("subtask") })
    )
  },
  {
    weight: 2,
    arbitrary: asking(
      "POST",
      "/api/tasks/@task/time-entries",
      objectOf({ duration: oddNumber, description: oddText }, ["duration"])
    )
  },
  {
    weight: 2,
    arbitrary: asking(
      "PATCH",
      "/api/tasks/@task/time-entries/@timeEntry",
      objectOf({ duration: oddNumber, description: oddText })
    )
  },
  { weight: 1, arbitrary: asking("DELETE", "/api/tasks/@task/time-entries/@timeEntry") },
  { weight: 1, arbitrary: asking("DELETE", "/api/tasks/@task/subtasks/@subtask") },
  { weight: 4, arbitrary: listing },
  { weight: 1, arbitrary: asking("GET", "/api/boards?workspaceId=@workspace") }
)
