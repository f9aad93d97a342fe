import type { Step } from "./Step.js"

// Null for an invitation by id.
export const invitedAddresses: Step = ({ text }) => [`alter table boardwright_invitation add column email ${text}`]
