import type { Step } from "./Step.js"

// `address`: the normalised email that a confirmed change can be undone to.
export const emailChanges: Step = ({ id, integer, strict, text, timestamp }) => [
  `create table boardwright_email_change (
    id ${id} primary key not null,
    user_id ${id} not null references boardwright_account (id) on delete cascade,
    email ${text} not null,
    previous_email ${text} not null,
    address ${text} not null,
    token_version ${integer} not null,
    created_at ${timestamp} not null,
    confirmed_at ${timestamp},
    ended_at ${timestamp},
    expires_at ${timestamp} not null,
    token_hash ${text}
  )${strict}`,
  `create index boardwright_email_change_user on boardwright_email_change (user_id, token_version)`,
  `create index boardwright_email_change_expiry on boardwright_email_change (expires_at)`,
  `create index boardwright_email_change_token on boardwright_email_change (token_hash) where token_hash is not null`,
  `create index boardwright_email_change_address
    on boardwright_email_change (address) where confirmed_at is not null and ended_at is null`
]
