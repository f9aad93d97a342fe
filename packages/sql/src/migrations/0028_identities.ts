import type { Step } from "./Step.js"

export const identities: Step = ({ id, strict, timestamp }) => [
  `create table boardwright_identity (
    issuer ${id} not null,
    subject ${id} not null,
    user_id ${id} not null references boardwright_account (id) on delete cascade,
    created_at ${timestamp} not null,
    primary key (issuer, subject)
  )${strict}`,
  `create unique index boardwright_identity_user on boardwright_identity (user_id, issuer)`
]
