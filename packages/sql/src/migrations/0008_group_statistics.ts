import type { Step } from "./Step.js"

// A group's tasks are all on its board. A planner that takes the two columns for independent expects a few of them where there
// are thousands, and sorts what an index has in order.
export const groupStatistics: Step = ({ dependencies }) =>
  dependencies === null
    ? []
    : [`create statistics boardwright_task_place ${dependencies} on board_id, group_id from boardwright_task`]
