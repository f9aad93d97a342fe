import type { Step } from "./Step.js"

// `address`: the normalised email of an invitation by address. One that no user has yet has its own id as `user_id`, which
// may not be null.
export const invitationMails: Step = ({ id, text, timestamp }) => [
  `alter table boardwright_invitation add column address ${text}`,
  `alter table boardwright_invitation add column inviter_id ${id}`,
  `alter table boardwright_invitation add column expires_at ${timestamp}`,
  `alter table boardwright_invitation add column token_hash ${text}`,
  `create unique index boardwright_invitation_address
    on boardwright_invitation (address, board_id) where status = 'pending' and address is not null`,
  `create index boardwright_invitation_token on boardwright_invitation (token_hash) where token_hash is not null`
]
