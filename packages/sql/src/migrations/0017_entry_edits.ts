import type { Step } from "./Step.js"

export const entryEdits: Step = ({ timestamp }) => [`alter table boardwright_comment add column edited_at ${timestamp}`]
