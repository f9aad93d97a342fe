import type { Step } from "./Step.js"

// The indexes of lists have the deletion too: the tasks before a page are skipped, and all are counted, in the index alone. The
// old ones, which they replace, are dropped last: on PostgreSQL readers wait from then until the commit.
export const taskLists: Step = () => [
  `create index if not exists boardwright_task_order on boardwright_task (board_id, rank, id, deletion_id)`,
  `create index if not exists boardwright_task_group_order on boardwright_task (board_id, group_id, rank, id, deletion_id)`,
  `create index if not exists boardwright_task_status_order on boardwright_task (board_id, status, rank, id, deletion_id)`,
  `drop index boardwright_task_rank`,
  `drop index boardwright_task_group`,
  `drop index boardwright_task_status`
]
