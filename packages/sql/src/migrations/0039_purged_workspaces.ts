import type { Step } from "./Step.js"

// The deletions of a workspace that is removed stay until the fields of its changes are empty, so they reference it no longer:
// SQLite cannot drop a reference. The index is small, but made by reading all changes: see the lists and names of 0007.
export const purgedWorkspaces: Step = ({ commitOrder, flag, id, strict, text, timestamp }) => [
  `alter table boardwright_deletion rename to boardwright_former_deletion`,
  `create table boardwright_deletion (
    id ${id} primary key not null,
    at ${timestamp} not null,
    actor_id ${id},
    kind ${text} not null,
    workspace_id ${id} not null,
    board_id ${id} not null,
    subject_id ${id} not null,
    name ${text} not null,
    purging ${flag} not null
  )${strict}`,
  `insert into boardwright_deletion (id, at, actor_id, kind, workspace_id, board_id, subject_id, name, purging)
    select id, at, actor_id, kind, workspace_id, board_id, subject_id, name, purging from boardwright_former_deletion`,
  `drop table boardwright_former_deletion`,
  `create index boardwright_deletion_workspace on boardwright_deletion (workspace_id, at, id)`,
  `create index boardwright_deletion_board on boardwright_deletion (board_id, at, id)`,
  `create index boardwright_deletion_at on boardwright_deletion (at)`,
  `create index boardwright_deletion_purging on boardwright_deletion (purging, id)`,
  commitOrder === null
    ? `create index if not exists boardwright_change_workspace on boardwright_change (workspace_id) where board_id is null`
    : `create index if not exists boardwright_change_workspace on boardwright_change (workspace_id, position)
        where board_id is null and position is not null`
]
