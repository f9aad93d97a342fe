import type { Step } from "./Step.js"

export const state: Step = ({ clustered, id, text, timestamp }) => [
  `create table boardwright_state (
    name ${id} primary key not null,
    value ${text} not null,
    updated_at ${timestamp} not null
  )${clustered}`
]
