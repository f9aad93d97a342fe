import { Context } from "effect"

/** For how many days deletions can be restored, unless another number is provided. */
export const DEFAULT_TRASH_DAYS = 30

/** For how many days deletions can be restored. */
export class TrashDays extends Context.Reference<TrashDays>()("@boardwright/core/TrashDays", {
  defaultValue: (): number => DEFAULT_TRASH_DAYS
}) {}
