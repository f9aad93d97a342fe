import type { Step } from "./Step.js"

// Makers reference no table, as a host may store its users elsewhere.
export const calendarLinks: Step = ({ id, strict, timestamp }) => [
  `create table boardwright_calendar_link (
    id ${id} primary key not null,
    board_id ${id} not null references boardwright_board (id) on delete cascade,
    user_id ${id} not null,
    hash ${id} not null unique,
    created_at ${timestamp} not null
  )${strict}`,
  `create index boardwright_calendar_link_board on boardwright_calendar_link (board_id, created_at, id)`,
  `create index boardwright_calendar_link_user on boardwright_calendar_link (user_id, created_at, id)`
]
