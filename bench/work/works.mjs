import { sheet } from "../responsiveness/sheet.mjs"
import { BOARDS, columnOf, COLUMNS, EDITORS, emailOf, groupOf, idOf, PASSWORD, SIZES, tokenOf } from "./fixture.mjs"
import { reads } from "./reads.mjs"

/** How often each task comes up, with something else to change each time. */
const TIMES = 4
const STATUSES = ["waiting", "done", "stuck", "working"]

/** Requests on the tasks of the board that is written to. */
const written = ({ read, written } = SIZES, request) => {
  const tokens = Array.from({ length: EDITORS }, (_, at) => tokenOf(1 + at))
  return Array.from({ length: TIMES * written }, (_, at) => ({
    token: tokens[at % EDITORS],
    ...request(idOf("task", read + (at % written)), Math.floor(at / written), at)
  }))
}

const patch = (body) => (size) =>
  written(size, (id, time, at) => ({ method: "PATCH", path: `/api/tasks/${id}`, body: body(time, at) }))

const writes = {
  create: {
    title: "create",
    requests: (size) =>
      written(size, (_, time, at) => ({
        method: "POST",
        path: "/api/tasks",
        body: {
          boardId: idOf("board", BOARDS.written),
          groupId: groupOf(BOARDS.written, time % 2),
          name: `Sow peas ${at}`,
          description: "As soon as the frost is over",
          status: "working",
          priority: "high",
          assignees: [idOf("user", 1 + (at % EDITORS))],
          dueDate: "2027-03-25"
        }
      }))
  },
  patchStatus: { title: "patch (status)", requests: patch((time) => ({ status: STATUSES[time] })) },
  patchColumn: {
    title: "patch (one of 20 columnValues)",
    requests: patch((time, at) => ({ columnValues: { [columnOf(BOARDS.written, at % COLUMNS)]: `changed ${time}` } }))
  },
  move: {
    title: "move",
    requests: (size) =>
      written(size, (id, time) => ({
        method: "PATCH",
        path: `/api/tasks/${id}/move`,
        body: { groupId: groupOf(BOARDS.written, time % 2) }
      }))
  },
  comment: {
    title: "comment",
    requests: (size) =>
      written(size, (id, _, at) => ({
        method: "POST",
        path: `/api/tasks/${id}/comments`,
        body: { content: `Deeper this year, ${at}` }
      }))
  }
}

const imported = () => [
  {
    method: "POST",
    path: "/api/boards/import",
    token: tokenOf(0),
    body: sheet(idOf("workspace", 0), { rows: 10_000, columns: 10 })
  }
]

const signIns = () =>
  Array.from({ length: EDITORS }, (_, at) => ({
    method: "POST",
    path: "/api/auth/signin",
    body: { email: emailOf(1 + at), password: PASSWORD }
  }))

/** Of ten requests eight read: a page, tasks, oneself; two write: a patch, and a new task or a comment. */
const mixed = () => {
  const kinds = { ...reads, ...writes }
  const lists = Object.fromEntries(Object.entries(kinds).map(([name, { requests }]) => [name, requests()]))
  const order = ["me", "task", "list50", "task", "patchStatus", "task", "filtered", "task", "list50", "create"]
  order.push(...order.slice(0, 9), "comment")
  return Array.from({ length: TIMES * SIZES.written }, (_, at) => {
    const list = lists[order[at % order.length]]
    return list[at % list.length]
  })
}

/** Everything that is measured, by name. `requests` of a burst in place of a time, where one request takes long. */
export const works = {
  ...reads,
  ...writes,
  mixed: { title: "mixed (80 % reads)", requests: mixed },
  import: { title: "import of 10,000 rows", requests: imported, most: { connections: 1, requests: 2 }, beside: "me" },
  signIn: { title: "sign-in", requests: signIns, most: { connections: 8, requests: 8 } }
}
