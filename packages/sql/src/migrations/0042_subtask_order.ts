import type { Step } from "./Step.js"

// Subtasks without a rank come last, on both databases: read in this order, they need no sorting.
export const subtaskOrder: Step = () => [
  `drop index boardwright_subtask_task`,
  `create index boardwright_subtask_task on boardwright_subtask (task_id, (rank is null), rank, created_at, id)`
]
