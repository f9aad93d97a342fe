import type { Step } from "./Step.js"

// Subtasks without a rank come after those that have one, in order of creation.
export const subtaskRank: Step = ({ rank }) => [`alter table boardwright_subtask add column rank ${rank}`]
