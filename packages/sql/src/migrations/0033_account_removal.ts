import type { Step } from "./Step.js"

// By which what belongs to a deleted account is found.
export const accountRemoval: Step = () => [
  `create index boardwright_webhook_creator on boardwright_webhook (creator_id)`,
  `create index boardwright_email_token_user on boardwright_email_token (user_id)`
]
