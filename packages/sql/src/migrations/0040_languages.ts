import type { Step } from "./Step.js"

export const languages: Step = ({ text }) => [`alter table boardwright_account add column language ${text}`]
