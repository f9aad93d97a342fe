import type { Step } from "./Step.js"

// `reminded_on`: the last day, such as 2027-03-01, of a reminder of due tasks.
export const notifications: Step = ({ id, integer, strict, text, timestamp }) => [
  `create table boardwright_notification (
    id ${id} primary key not null,
    user_id ${id} not null,
    kind ${text} not null,
    board_id ${id} not null,
    task_id ${id},
    tasks ${integer} not null,
    actor_id ${id},
    created_at ${timestamp} not null
  )${strict}`,
  `create index boardwright_notification_user on boardwright_notification (user_id, created_at, id)`,
  `create index boardwright_task_due on boardwright_task (due_date) where due_date is not null`,
  `create index boardwright_account_timezone on boardwright_account (timezone) where timezone is not null`,
  `alter table boardwright_account add column reminded_on ${text}`
]
