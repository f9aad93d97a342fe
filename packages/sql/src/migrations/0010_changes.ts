import type { Step } from "./Step.js"

// No column references another table: a change outlives what it is about. Where positions are given after the commit, only
// the key and the index of unplaced rows are written before it.
export const changes: Step = ({ commitOrder, id, integer, json, serial, strict, text, timestamp }) => {
  const indexes = (name: string, column: string, condition: string) =>
    commitOrder === null
      ? `create index ${name} on boardwright_change (${column}) where ${condition}`
      : `create index ${name} on boardwright_change (${column}, position) where ${condition} and position is not null`
  return [
    `create table boardwright_change (
    id ${serial},${commitOrder === null ? "" : `\n    position ${commitOrder},`}
    at ${timestamp} not null,
    actor_id ${id},
    token_id ${id},
    request_id ${text},
    batch_id ${id},
    type ${text} not null,
    workspace_id ${id} not null,
    board_id ${id},
    task_id ${id},
    subject_id ${id} not null,
    recipient_id ${id},
    size ${integer} not null generated always as (octet_length(${commitOrder === null ? "fields" : "fields::text"})) stored,
    fields ${json} not null
  )${strict}`,
    ...(commitOrder === null
      ? []
      : [
          `create unique index boardwright_change_position on boardwright_change (position) where position is not null`,
          `create index boardwright_change_unplaced on boardwright_change (id) where position is null`
        ]),
    indexes("boardwright_change_board", "board_id", "board_id is not null"),
    indexes("boardwright_change_task", "task_id", "task_id is not null"),
    indexes("boardwright_change_recipient", "recipient_id", "recipient_id is not null"),
    `create table boardwright_feed (
    id ${id} primary key not null,
    epoch ${text} not null,
    binding ${text} not null${commitOrder === null ? "" : `,\n    position ${commitOrder} not null default 0`}
  )${strict}`
  ]
}
