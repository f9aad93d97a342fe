import type { Step } from "./Step.js"

export const sessions: Step = ({ id, integer, strict, text, timestamp }) => [
  `create table boardwright_session (
    id ${id} primary key not null,
    user_id ${id} not null references boardwright_account (id) on delete cascade,
    token_version ${integer} not null,
    user_agent ${text},
    created_at ${timestamp} not null,
    seen_at ${timestamp} not null,
    expires_at ${timestamp} not null
  )${strict}`,
  `create index boardwright_session_user on boardwright_session (user_id, seen_at, id)`,
  `create index boardwright_session_expiry on boardwright_session (expires_at)`
]
