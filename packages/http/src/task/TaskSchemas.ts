import { Schema } from "effect"
import { face, paged, TimestampText, Whole } from "../apiParts.js"
import { aBoard, aComment, aLostValue, aSubtask, aTask, aTaskSummary, aTimeEntry } from "../examples.js"

const summary = {
  id: Schema.String,
  boardId: Schema.String,
  groupId: Schema.String,
  name: Schema.String,
  status: Schema.String.annotations({ examples: ["pending", "working", "done"] }),
  priority: Schema.String.annotations({ examples: ["high", "medium", "low"] }),
  assignees: Schema.Array(Schema.String),
  dueDate: Schema.NullOr(TimestampText),
  createdAt: TimestampText,
  updatedAt: TimestampText
}
const columnValues = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  description: "Custom values by column id"
})
const full = {
  ...summary,
  description: Schema.String,
  columnValues,
  columnWarnings: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        columnId: Schema.String,
        message: Schema.String.annotations({ description: "The rule that the value does not fit" })
      }).annotations({
        identifier: "ColumnWarning",
        examples: [{ columnId: "01900000-0000-7000-8000-00000000000c", message: "must be a number" }]
      })
    ),
    { exact: true }
  ).annotations({ description: "Values that do not fit the types of their columns; absent if all fit" })
}
const counts = Schema.Struct({
  comments: Whole,
  subtasks: Whole,
  subtasksDone: Whole,
  minutes: Schema.Number.annotations({
    description: "The sum of the durations of its time entries, in the client's unit"
  })
})

export const TaskSummary = Schema.Struct({
  ...summary,
  columnValues: Schema.optionalWith(columnValues, { exact: true }).annotations({
    description: "Only if the list includes columnValues"
  }),
  counts: Schema.optionalWith(counts, { exact: true }).annotations({ description: "Only if the list includes counts" })
}).annotations({ identifier: "TaskSummary", examples: [aTaskSummary] })

export const AssignedTask = Schema.Struct({
  ...TaskSummary.fields,
  boardName: Schema.String,
  workspaceId: Schema.String
}).annotations({
  identifier: "AssignedTask",
  examples: [{ ...aTaskSummary, boardName: aBoard.name, workspaceId: aBoard.workspaceId }]
})

/** A page of a board's tasks. */
export const TaskList = Schema.Struct({
  ...paged("tasks", TaskSummary).fields,
  complete: Schema.optional(Schema.Boolean).annotations({
    description: "Only with q: false while earlier texts are still being indexed"
  })
})
export const Task = Schema.Struct(full).annotations({ identifier: "Task", examples: [aTask] })

const child = { id: Schema.String, taskId: Schema.String }

export const Comment = Schema.Struct({
  ...child,
  userId: Schema.String.annotations({ description: "The author" }),
  content: Schema.String,
  mentions: Schema.Array(Schema.String),
  createdAt: TimestampText,
  editedAt: Schema.NullOr(TimestampText).annotations({ description: "The last change; null before the first" }),
  ...face
}).annotations({ identifier: "Comment", examples: [aComment] })

export const Subtask = Schema.Struct({
  ...child,
  name: Schema.String,
  completed: Schema.Boolean,
  createdAt: TimestampText
}).annotations({ identifier: "Subtask", examples: [aSubtask] })

export const TimeEntry = Schema.Struct({
  ...child,
  userId: Schema.String,
  duration: Schema.Number.annotations({ description: "In the client's unit" }),
  description: Schema.String,
  createdAt: TimestampText
}).annotations({ identifier: "TimeEntry", examples: [aTimeEntry] })

export const TaskDetails = Schema.Struct({
  ...full,
  comments: Schema.Array(Comment),
  subtasks: Schema.Array(Subtask),
  timeEntries: Schema.Array(TimeEntry),
  totals: Schema.Struct({ comments: Whole, subtasks: Whole, timeEntries: Whole }).annotations({
    description: "How many there are; the lists have the newest"
  }),
  files: Schema.Array(Schema.Unknown).annotations({ description: "Empty: there are no uploads" })
}).annotations({
  identifier: "TaskDetails",
  examples: [
    {
      ...aTask,
      comments: [aComment],
      subtasks: [aSubtask],
      timeEntries: [aTimeEntry],
      totals: { comments: 1, subtasks: 1, timeEntries: 1 },
      files: []
    }
  ]
})

export const Transferred = Schema.Struct({
  success: Schema.Literal(true),
  task: Task,
  data: Task,
  lost: Schema.Array(
    Schema.Struct({
      columnId: Schema.String,
      column: Schema.String.annotations({ description: "Its name" }),
      message: Schema.String
    }).annotations({ identifier: "LostValue", examples: [aLostValue] })
  )
})

export const BulkResult = Schema.Struct({
  success: Schema.Literal(true),
  batchId: Schema.String.annotations({ description: "The batch of the changes, which can be undone by it" }),
  results: Schema.Array(
    Schema.Struct({
      op: Schema.Literal("create", "update", "move", "delete"),
      id: Schema.String,
      ref: Schema.optionalWith(Schema.String, { exact: true }).annotations({
        description: "The name that the operation gave its new task"
      }),
      task: Schema.optionalWith(Task, { exact: true })
    }).annotations({ identifier: "OperationResult", examples: [{ op: "update", id: aTask.id, task: aTask }] })
  ).annotations({ description: "Of each operation, in order; task is as it was after it, absent if that deleted it" })
})
