import type { Step } from "./Step.js"

export const changeBatches: Step = () => [
  `create index boardwright_change_batch on boardwright_change (batch_id) where batch_id is not null`
]
