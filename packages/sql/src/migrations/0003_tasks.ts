import type { Step } from "./Step.js"

// A task references its group together with its board, so that its group is always one of its own board.
export const tasks: Step = ({ clustered, flag, id, integer, json, rank, real, strict, text, timestamp }) => [
  `create table boardwright_task (
    id ${id} primary key not null,
    board_id ${id} not null,
    group_id ${id} not null,
    name ${text} not null,
    status ${text} not null,
    priority ${text} not null,
    due_date ${timestamp},
    created_at ${timestamp} not null,
    description ${text} not null,
    column_values ${json} not null,
    updated_at ${timestamp} not null,
    rank ${rank} not null,
    foreign key (board_id, group_id) references boardwright_group (board_id, id) on delete cascade
  )${strict}`,
  `create index boardwright_task_rank on boardwright_task (board_id, rank, id)`,
  `create index boardwright_task_group on boardwright_task (board_id, group_id, rank, id)`,
  `create index boardwright_task_status on boardwright_task (board_id, status, rank, id)`,

  `create table boardwright_task_assignee (
    task_id ${id} not null references boardwright_task (id) on delete cascade,
    position ${integer} not null,
    user_id ${id} not null,
    primary key (task_id, position)
  )${clustered}`,
  `create unique index boardwright_task_assignee_user on boardwright_task_assignee (user_id, task_id)`,

  `create table boardwright_comment (
    id ${id} primary key not null,
    task_id ${id} not null references boardwright_task (id) on delete cascade,
    user_id ${id} not null,
    content ${text} not null,
    mentions ${json} not null,
    created_at ${timestamp} not null
  )${strict}`,
  `create index boardwright_comment_task on boardwright_comment (task_id, created_at, id)`,

  `create table boardwright_subtask (
    id ${id} primary key not null,
    task_id ${id} not null references boardwright_task (id) on delete cascade,
    name ${text} not null,
    completed ${flag} not null,
    created_at ${timestamp} not null
  )${strict}`,
  `create index boardwright_subtask_task on boardwright_subtask (task_id, created_at, id)`,

  `create table boardwright_time_entry (
    id ${id} primary key not null,
    task_id ${id} not null references boardwright_task (id) on delete cascade,
    user_id ${id} not null,
    duration ${real} not null,
    description ${text} not null,
    created_at ${timestamp} not null
  )${strict}`,
  `create index boardwright_time_entry_task on boardwright_time_entry (task_id, created_at, id)`
]
