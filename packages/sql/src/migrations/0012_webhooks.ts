import type { Step } from "./Step.js"

// Creators reference no table, as a host may store its users elsewhere; deliveries reference no change, as they may outlive
// it.
export const webhooks: Step = ({ clustered, commitOrder, id, integer, json, strict, text, timestamp }) => {
  const position = commitOrder ?? integer
  return [
    `create table boardwright_webhook (
    id ${id} primary key not null,
    workspace_id ${id} not null references boardwright_workspace (id) on delete cascade,
    board_id ${id} references boardwright_board (id) on delete cascade,
    url ${text} not null,
    types ${json} not null,
    creator_id ${id} not null,
    status ${text} not null,
    disabled_reason ${text},
    failing_since ${timestamp},
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null,
    secret ${text} not null,
    previous_secret ${text},
    previous_until ${timestamp},
    position ${position} not null,
    replay ${json},
    check_at ${timestamp}
  )${strict}`,
    `create index boardwright_webhook_workspace on boardwright_webhook (workspace_id, created_at, id)`,
    `create index boardwright_webhook_board on boardwright_webhook (board_id, created_at, id)`,

    `create table boardwright_webhook_delivery (
    webhook_id ${id} not null references boardwright_webhook (id) on delete cascade,
    position ${position} not null,
    change_id ${text} not null,
    type ${text} not null,
    status ${text} not null,
    attempts ${integer} not null,
    due_at ${timestamp} not null,
    created_at ${timestamp} not null,
    ended_at ${timestamp},
    last_status ${integer},
    last_failure ${text},
    leased_until ${timestamp},
    primary key (webhook_id, position)
  )${clustered}`,
    `create index boardwright_webhook_delivery_due
      on boardwright_webhook_delivery (webhook_id, due_at, position) where status = 'pending'`,
    `create index boardwright_webhook_delivery_ended on boardwright_webhook_delivery (ended_at) where ended_at is not null`
  ]
}
