import { type Account, Archive, Board, Task, Values } from "@boardwright/core"
import type { DemoBoard, DemoPerson, DemoTask } from "./DemoBoard.js"

const DAY = 86_400_000

/** A user of the demo with an account. */
export interface DemoUser extends DemoPerson {
  readonly id: Account.UserId
}

/** Days and times of the demo relative to `now` (milliseconds since 1970). */
export const demoTimes = (now: number) => ({
  ago: (days: number): string => Values.Timestamp.fromMillis(Math.round(now - days * DAY)),
  day: (fromToday: number): string => Values.Timestamp.fromMillis(now + fromToday * DAY).slice(0, 10)
})

const taskOf = (users: ReadonlyMap<DemoPerson["key"], Account.UserId>, now: number) => {
  const { ago, day } = demoTimes(now)
  const idOf = (key: DemoPerson["key"]) => users.get(key) ?? key
  return (task: DemoTask) => {
    const { assignees = [], comments = [], subtasks = [], timeEntries = [] } = task
    const lastTouched = Math.min(task.made, ...comments.map(([, at]) => at), ...timeEntries.map(([, at]) => at))
    return {
      groupId: task.group,
      name: task.name,
      description: task.description ?? "",
      status: task.status ?? Task.DEFAULT_STATUS,
      priority: task.priority ?? Task.DEFAULT_PRIORITY,
      assignees: assignees.map(idOf),
      dueDate: task.due === undefined ? null : day(task.due),
      columnValues: task.values ?? {},
      createdAt: ago(task.made),
      updatedAt: ago(lastTouched),
      comments: comments.map(([author, at, content, ...mentions]) => ({
        userId: idOf(author),
        content,
        mentions: mentions.map(idOf),
        createdAt: ago(at)
      })),
      subtasks: subtasks.map(([name, completed]) => ({ name, completed, createdAt: ago(task.made) })),
      timeEntries: timeEntries.map(([who, at, duration, description]) => ({
        userId: idOf(who),
        duration,
        description,
        createdAt: ago(at)
      }))
    }
  }
}

/** The columns of a new board in the app, which are bound to fields of the tasks. Options are labels with colors and meanings. */
const BOUND: ReadonlyArray<
  readonly [
    field: Board.BoundField,
    name: string,
    type: string,
    options: ReadonlyArray<readonly [label: string, color: string, value: string | null]>
  ]
> = [
  ["assignees", "People", "person", []],
  [
    "status",
    "Status",
    "status",
    [
      ["To do", "#C4C4C4", "pending"],
      ["In progress", "#FDAB3D", "working"],
      ["Waiting", "#A25DDC", null],
      ["Stuck", "#E2445C", null],
      ["Done", "#00C875", "done"]
    ]
  ],
  [
    "priority",
    "Priority",
    "priority",
    [
      ["Critical", "#333333", "critical"],
      ["High", "#401694", "high"],
      ["Medium", "#5559DF", "medium"],
      ["Low", "#579BFC", "low"]
    ]
  ],
  ["dueDate", "Due", "date", []]
]

const boundColumns = BOUND.map(([field, name, type, options]) => ({
  ...Board.newColumn(field, { name, type, field }),
  options: options.map(([label, color, value]) => ({ id: label, label, color, value }))
}))

const roleOn = ({ role }: DemoPerson) => (role === "owner" ? "admin" : role)

/** A board of the demo as an archive: header and tasks. Invited users are not members. */
export const demoArchive = (board: DemoBoard, users: ReadonlyArray<DemoUser>, now: number) => {
  const { ago } = demoTimes(now)
  const members = users.filter(({ role }) => role !== "invited")
  const header = {
    format: Archive.FORMAT,
    version: Archive.VERSION,
    board: {
      name: board.name,
      description: board.description,
      background: board.background,
      viewDensity: Board.DEFAULT_VIEW_DENSITY,
      createdAt: ago(board.made),
      updatedAt: ago(board.made)
    },
    groups: board.groups.map(([id, name, color]) => ({ id, name, color })),
    columns: [
      ...boundColumns,
      ...board.columns.map(([id, name, type, description]) => Board.newColumn(id, { name, type, description }))
    ],
    members: members.map((user) => ({ userId: user.id, role: roleOn(user) })),
    people: []
  }
  const ids = new Map(users.map(({ id, key }) => [key, id]))
  return { header, tasks: board.tasks.map(taskOf(ids, now)) }
}
