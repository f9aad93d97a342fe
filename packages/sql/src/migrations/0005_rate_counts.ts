import type { Step } from "./Step.js"

// The fill factor leaves room in each page, so that an update which changes no indexed column is done in place.
export const rateCounts: Step = ({ id, integer, timestamp, unlogged }) =>
  unlogged === null
    ? []
    : [
        `create ${unlogged} table boardwright_rate_count (
    key ${id} primary key not null,
    count ${integer} not null,
    resets_at ${timestamp} not null
  ) with (fillfactor = 50)`,
        `create index boardwright_rate_count_end on boardwright_rate_count (resets_at)`
      ]
