import type { Step } from "./Step.js"

// The first three cost each write more than they gave the export of an account, which does without. The last is ordered, so that
// reading a task sorts nothing.
export const costlyIndexes: Step = () => [
  `drop index boardwright_comment_user`,
  `drop index boardwright_time_entry_user`,
  `drop index boardwright_change_creator`,
  `drop index boardwright_column_typed`,
  `create index boardwright_column_typed on boardwright_column (board_id, rank, id) where lower(type) in ('number', 'date',
    'person', 'checkbox', 'link', 'url', 'email', 'status', 'priority', 'dropdown', 'labels')`
]
