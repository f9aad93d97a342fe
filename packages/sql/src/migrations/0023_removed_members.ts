import type { Step } from "./Step.js"

// The table may be large: see the lists and names of 0007.
export const removedMembers: Step = () => [
  `create index if not exists boardwright_change_removed_member
    on boardwright_change (board_id, subject_id) where type = 'member.removed'`
]
