import type { Step } from "./Step.js"

export const consumers: Step = ({ commitOrder, id, integer, strict, text, timestamp }) => [
  `create table boardwright_consumer (
    name ${id} primary key not null,
    epoch ${text} not null,
    position ${commitOrder ?? integer} not null,
    attempts ${integer} not null,
    due_at ${timestamp} not null,
    failing_since ${timestamp},
    last_error ${text},
    parked_at ${timestamp}
  )${strict}`
]
