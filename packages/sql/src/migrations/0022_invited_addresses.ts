import type { Step } from "./Step.js"

// Null for an invitation by id. The index is for the former members of a board; few changes are in it.
export const invitedAddresses: Step = ({ text }) => [
  `alter table boardwright_invitation add column email ${text}`,
  "create index boardwright_change_left on boardwright_change (board_id, subject_id) where type = 'member.removed'"
]
