import type { Step } from "./Step.js"

// User ids reference no table: a host may store its users elsewhere.
export const boards: Step = ({ clustered, flag, id, json, rank, real, strict, text, timestamp }) => [
  `create table boardwright_workspace (
    id ${id} primary key not null,
    name ${text} not null,
    icon ${text} not null,
    color ${text} not null,
    owner_id ${id} not null,
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null
  )${strict}`,
  `create index boardwright_workspace_owner on boardwright_workspace (owner_id, created_at, id)`,

  `create table boardwright_board (
    id ${id} primary key not null,
    workspace_id ${id} not null references boardwright_workspace (id) on delete cascade,
    name ${text} not null,
    description ${text} not null,
    background ${json} not null,
    view_density ${text} not null,
    created_at ${timestamp} not null,
    updated_at ${timestamp} not null
  )${strict}`,
  `create index boardwright_board_workspace on boardwright_board (workspace_id, created_at, id)`,

  `create table boardwright_group (
    id ${id} primary key not null,
    board_id ${id} not null references boardwright_board (id) on delete cascade,
    name ${text} not null,
    color ${text} not null,
    rank ${rank} not null,
    unique (board_id, id)
  )${strict}`,
  `create index boardwright_group_rank on boardwright_group (board_id, rank, id)`,

  `create table boardwright_column (
    id ${id} primary key not null,
    board_id ${id} not null references boardwright_board (id) on delete cascade,
    name ${text} not null,
    type ${text} not null,
    required ${flag} not null,
    description ${text} not null,
    width ${real},
    visible ${flag} not null,
    rank ${rank} not null
  )${strict}`,
  `create index boardwright_column_rank on boardwright_column (board_id, rank, id)`,

  `create table boardwright_member (
    board_id ${id} not null references boardwright_board (id) on delete cascade,
    user_id ${id} not null,
    role ${text} not null,
    joined_at ${timestamp} not null,
    primary key (board_id, user_id)
  )${clustered}`,
  `create index boardwright_member_user on boardwright_member (user_id, board_id)`,

  `create table boardwright_invitation (
    id ${id} primary key not null,
    board_id ${id} not null references boardwright_board (id) on delete cascade,
    user_id ${id} not null,
    role ${text} not null,
    status ${text} not null,
    created_at ${timestamp} not null
  )${strict}`,
  `create unique index boardwright_invitation_pending
    on boardwright_invitation (board_id, user_id) where status = 'pending'`,
  `create index boardwright_invitation_board on boardwright_invitation (board_id, status, created_at, id)`,
  `create index boardwright_invitation_user on boardwright_invitation (user_id, status, created_at, id)`
]
