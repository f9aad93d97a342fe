import type { Step } from "./Step.js"

export const mail: Step = ({ id, integer, strict, text, timestamp }) => [
  `create table boardwright_mail_job (
    id ${id} primary key not null,
    purpose ${text} not null,
    email ${text} not null,
    created_at ${timestamp} not null,
    attempts ${integer} not null,
    due_at ${timestamp} not null,
    leased_until ${timestamp}
  )${strict}`,
  `create index boardwright_mail_job_due on boardwright_mail_job (due_at, id)`
]
