import type { Step } from "./Step.js"

// Without foreign keys: events stay for the operator when an account is removed.
export const securityEvents: Step = ({ id, json, strict, text, timestamp }) => [
  `create table boardwright_security_event (
    id ${id} primary key not null,
    at ${timestamp} not null,
    type ${text} not null,
    user_id ${id} not null,
    actor_id ${id},
    subject_id ${text},
    client ${text},
    user_agent ${text},
    detail ${json} not null
  )${strict}`,
  `create index boardwright_security_event_user on boardwright_security_event (user_id, at, id)`,
  `create index boardwright_security_event_at on boardwright_security_event (at, id)`
]
