import type { Step } from "./Step.js"

export const columnOptions: Step = ({ flag, json, text }) => [
  `alter table boardwright_column add column field ${text}`,
  `alter table boardwright_column add column options ${json} not null default '[]'`,
  `alter table boardwright_column add column strict ${flag} not null default false`,
  `create unique index boardwright_column_field on boardwright_column (board_id, field) where field is not null`
]
