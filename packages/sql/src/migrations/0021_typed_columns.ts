import type { Step } from "./Step.js"

export const typedColumns: Step = () => [
  `create index boardwright_column_typed on boardwright_column (board_id) where lower(type) in ('number', 'date', 'person',
    'checkbox', 'link', 'url', 'email', 'status', 'priority', 'dropdown', 'labels')`
]
