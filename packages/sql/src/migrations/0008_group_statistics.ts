import type { Step } from "./Step.js"

// All tasks of a group are on one board. A planner that assumes the two columns to be independent expects a few rows where
// there are thousands, and sorts rows that an index has in order.
export const groupStatistics: Step = ({ dependencies }) =>
  dependencies === null
    ? []
    : [`create statistics boardwright_task_place ${dependencies} on board_id, group_id from boardwright_task`]
