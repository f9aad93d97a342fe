import type { Step } from "./Step.js"

// A row with a deletion is in the trash. What is on a board in the trash keeps its own deletion, so that restoring the board
// brings back neither more nor less. The columns reference no deletion, as marking a row must not lock another table's rows.
export const trash: Step = ({ flag, id, strict, text, timestamp }) => [
  `create table boardwright_deletion (
    id ${id} primary key not null,
    at ${timestamp} not null,
    actor_id ${id},
    kind ${text} not null,
    workspace_id ${id} not null references boardwright_workspace (id) on delete cascade,
    board_id ${id} not null,
    subject_id ${id} not null,
    name ${text} not null,
    purging ${flag} not null
  )${strict}`,
  `create index boardwright_deletion_workspace on boardwright_deletion (workspace_id, at, id)`,
  `create index boardwright_deletion_board on boardwright_deletion (board_id, at, id)`,
  `create index boardwright_deletion_at on boardwright_deletion (at)`,
  `create index boardwright_deletion_purging on boardwright_deletion (purging, id)`,
  `alter table boardwright_board add column deletion_id ${id}`,
  `alter table boardwright_task add column deletion_id ${id}`,
  `create index boardwright_task_deletion on boardwright_task (board_id, deletion_id) where deletion_id is not null`
]
