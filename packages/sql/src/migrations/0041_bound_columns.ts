import type { Step } from "./Step.js"

// Bound columns are read with the typed ones.
export const boundColumns: Step = () => [
  `drop index boardwright_column_typed`,
  `create index boardwright_column_typed on boardwright_column (board_id, rank, id) where field is not null or lower(type) in (
    'number', 'date', 'person', 'checkbox', 'link', 'url', 'email', 'status', 'priority', 'dropdown', 'labels')`
]
