import type { Step } from "./Step.js"

// An invitation is to a board or to a workspace: SQLite cannot let a column be null that could not be before.
export const workspaceMembers: Step = ({ clustered, id, strict, text, timestamp }) => [
  `create table boardwright_workspace_member (
    workspace_id ${id} not null references boardwright_workspace (id) on delete cascade,
    user_id ${id} not null,
    role ${text} not null,
    joined_at ${timestamp} not null,
    primary key (workspace_id, user_id)
  )${clustered}`,
  `create index boardwright_workspace_member_user on boardwright_workspace_member (user_id, workspace_id)`,

  `alter table boardwright_invitation rename to boardwright_board_invitation`,
  `create table boardwright_invitation (
    id ${id} primary key not null,
    board_id ${id} references boardwright_board (id) on delete cascade,
    workspace_id ${id} references boardwright_workspace (id) on delete cascade,
    user_id ${id} not null,
    role ${text} not null,
    status ${text} not null,
    created_at ${timestamp} not null,
    email ${text},
    address ${text},
    inviter_id ${id},
    expires_at ${timestamp},
    token_hash ${text}
  )${strict}`,
  `insert into boardwright_invitation (id, board_id, user_id, role, status, created_at, email, address, inviter_id,
      expires_at, token_hash)
    select id, board_id, user_id, role, status, created_at, email, address, inviter_id, expires_at, token_hash
    from boardwright_board_invitation`,
  `drop table boardwright_board_invitation`,
  ...["board", "workspace"].flatMap((place) => [
    `create unique index boardwright_invitation_${place}_pending
      on boardwright_invitation (${place}_id, user_id) where status = 'pending'`,
    `create index boardwright_invitation_${place} on boardwright_invitation (${place}_id, status, created_at, id)`,
    `create unique index boardwright_invitation_${place}_address
      on boardwright_invitation (address, ${place}_id) where status = 'pending' and address is not null`
  ]),
  `create index boardwright_invitation_user on boardwright_invitation (user_id, status, created_at, id)`,
  `create index boardwright_invitation_token on boardwright_invitation (token_hash) where token_hash is not null`
]
