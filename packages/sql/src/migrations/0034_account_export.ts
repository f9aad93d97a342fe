import type { Step } from "./Step.js"

// By which a user's own entries are found, in order of id.
export const accountExport: Step = () => [
  `create index boardwright_comment_user on boardwright_comment (user_id, id)`,
  `create index boardwright_time_entry_user on boardwright_time_entry (user_id, id)`,
  `create index boardwright_change_creator on boardwright_change (actor_id, task_id) where type = 'task.created'`
]
