import type { Step } from "./Step.js"

export const disabledAccounts: Step = ({ timestamp }) => [
  `alter table boardwright_account add column disabled_at ${timestamp}`
]
