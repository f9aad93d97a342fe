import { Task as Core } from "@boardwright/core"
import { Schema } from "effect"
import { idOf, listParameter, pageParameters, repeatedParameter } from "../apiParts.js"

/** What a list includes; the core refuses what it does not know. */
const Part = Schema.declare((value: unknown): value is (typeof Core.TASK_PARTS)[number] => typeof value === "string", {
  description: "What a list includes",
  jsonSchema: { type: "string", enum: Core.TASK_PARTS }
})

const repeated = (description: string) => Schema.optional(repeatedParameter(description))
const instant = (description: string) =>
  Schema.optional(
    Schema.String.annotations({
      description: `${description}. An ISO 8601 date, or a date and time; without a zone UTC`
    })
  )

const include = Schema.optional(listParameter(Part, Core.TASK_PARTS)).annotations({
  description: "What each task has in addition; with columnValues a page of over 4 MiB is a 400"
})

const shared = {
  status: repeated("Only tasks with this status; of several, with any. A comma belongs to the status"),
  dueFrom: instant("Only tasks that are due then or later"),
  dueTo: instant("Only tasks that are due then or earlier; a date is its whole day in UTC"),
  updatedSince: instant("Only tasks changed then or later")
}

/** The query of the list of the caller's tasks. */
export const MyTaskFilter = Schema.Struct({
  ...shared,
  workspaceId: Schema.optional(idOf("the workspace whose boards to look at")),
  sort: Schema.optional(
    Schema.String.annotations({
      description:
        "By which to sort: dueDate, updatedAt, name, status and priority, separated by commas, each with - before it for the opposite order. Then those due first are first, those without a due date last, then those changed last",
      examples: ["priority,-updatedAt"]
    })
  ),
  include,
  ...pageParameters
})

/** The query of the list of tasks. */
export const TaskFilter = Schema.Struct({
  boardId: idOf("the board"),
  groupId: repeated("Only tasks of the group with this id; of several, of any"),
  status: shared.status,
  priority: repeated("Only tasks with this priority; of several, with any"),
  assignee: repeated(
    "Only tasks that the user with this id is assigned to; of several, any. me for the caller, none for tasks without assignees"
  ),
  dueFrom: shared.dueFrom,
  dueTo: shared.dueTo,
  createdFrom: instant("Only tasks created then or later"),
  createdTo: instant("Only tasks created then or earlier; a date is its whole day in UTC"),
  updatedSince: shared.updatedSince,
  q: Schema.optional(
    Schema.String.annotations({
      description:
        "Only tasks with a text that has a word beginning with each of these words, without regard to case and accents: the name and description together, or a comment"
    })
  ),
  filter: Schema.optional(
    Schema.String.annotations({
      description: Core.FILTER_DESCRIPTION,
      examples: ['{"all":[{"column":"01900000-0000-7000-8000-000000000000","op":"gte","value":8}]}']
    })
  ),
  sort: Schema.optional(
    Schema.String.annotations({
      description:
        "By which to sort, before the board's order: name, group, status, priority, assignee (the first one, by name), dueDate, createdAt, updatedAt and column:<id>, separated by commas, each with - before it for the opposite order. Tasks without a value are last",
      examples: ["-dueDate,name"]
    })
  ),
  include,
  ...pageParameters
})
