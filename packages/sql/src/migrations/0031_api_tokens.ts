import type { Step } from "./Step.js"

export const apiTokens: Step = ({ id, json, strict, text, timestamp }) => [
  `create table boardwright_api_token (
    id ${id} primary key not null,
    user_id ${id} not null references boardwright_account (id) on delete cascade,
    name ${text} not null,
    hash ${id} not null unique,
    prefix ${text} not null,
    scopes ${json} not null,
    places ${json},
    created_at ${timestamp} not null,
    last_used_at ${timestamp},
    expires_at ${timestamp}
  )${strict}`,
  `create index boardwright_api_token_user on boardwright_api_token (user_id, created_at, id)`,
  `alter table boardwright_webhook add column token_id ${id}`
]
