import type { Step } from "./Step.js"

// Without foreign keys: the users may be a host's own. The owner of the operator's keys is empty.
export const idempotency: Step = ({ id, json, strict, text, timestamp }) => [
  `create table boardwright_idempotency (
    owner ${id} not null,
    key ${id} not null,
    fingerprint ${text} not null,
    created_at ${timestamp} not null,
    result ${text},
    made_id ${text},
    checks ${json},
    primary key (owner, key)
  )${strict}`,
  `create index boardwright_idempotency_creation on boardwright_idempotency (created_at)`
]
