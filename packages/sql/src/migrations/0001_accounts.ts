import type { Step } from "./Step.js"

export const accounts: Step = ({ flag, id, integer, json, strict, text, timestamp }) => [
  `create table boardwright_account (
    id ${id} primary key not null,
    name ${text} not null,
    email ${text} not null,
    normalized_email ${text} not null unique,
    avatar ${text} not null,
    password_hash ${text} not null,
    verified_at ${timestamp},
    has_completed_onboarding ${flag} not null,
    onboarding_data ${json} not null,
    token_version ${integer} not null,
    created_at ${timestamp} not null
  )${strict}`,

  `create table boardwright_email_token (
    hash ${id} primary key not null,
    purpose ${text} not null,
    user_id ${id} not null,
    expires_at ${timestamp} not null,
    used_at ${timestamp}
  )${strict}`,
  `create index boardwright_email_token_unused
    on boardwright_email_token (user_id, purpose) where used_at is null`,
  `create index boardwright_email_token_expiry on boardwright_email_token (expires_at)`
]
