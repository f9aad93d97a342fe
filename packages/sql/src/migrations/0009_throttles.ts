import type { Step } from "./Step.js"

export const throttles: Step = ({ clustered, flag, id, integer, timestamp, unlogged }) => [
  `create table boardwright_known_client (
    user_id ${id} not null references boardwright_account (id) on delete cascade,
    hash ${id} not null,
    seen_at ${timestamp} not null,
    primary key (user_id, hash)
  )${clustered}`,
  `create index boardwright_known_client_age on boardwright_known_client (seen_at)`,
  ...(unlogged === null
    ? []
    : [
        `create ${unlogged} table boardwright_throttle (
    key ${id} primary key not null,
    count ${integer} not null,
    blocked_until ${timestamp},
    resets_at ${timestamp} not null,
    refused ${flag} not null
  )`,
        `create index boardwright_throttle_end on boardwright_throttle (resets_at)`
      ])
]
