import type { Step } from "./Step.js"

export const columnOptions: Step = ({ flag, json, text }) => [
  `alter table boardwright_column add column field ${text}`,
  `alter table boardwright_column add column options ${json} not null default '[]'`,
  `alter table boardwright_column add column strict ${flag} not null default false`,
  `alter table boardwright_column add column unsettled ${flag} not null default true`,
  `create index boardwright_column_unsettled on boardwright_column (board_id) where unsettled`,
  `create unique index boardwright_column_field on boardwright_column (board_id, field) where field is not null`
]
