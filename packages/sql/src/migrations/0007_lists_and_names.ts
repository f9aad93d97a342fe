import type { Step } from "./Step.js"

// These tables may be large, and writers wait while an index is created. An operator who cannot accept that creates the
// indexes beforehand, concurrently and under these names.
export const listsAndNames: Step = () => [
  `create index if not exists boardwright_account_creation on boardwright_account (created_at, id)`,
  `create index if not exists boardwright_workspace_creation on boardwright_workspace (created_at, id)`,
  `create index if not exists boardwright_workspace_name on boardwright_workspace (name, created_at, id)`,
  `create index if not exists boardwright_board_name on boardwright_board (name, created_at, id)`
]
