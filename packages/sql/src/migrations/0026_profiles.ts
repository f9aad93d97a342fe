import type { Step } from "./Step.js"

export const profiles: Step = ({ json, text }) => [
  `alter table boardwright_account add column timezone ${text}`,
  `alter table boardwright_account add column notifications ${json} not null default '{}'`
]
