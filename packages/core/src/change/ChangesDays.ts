import { Context } from "effect"

/** For how many days changes are kept, unless another number is provided. */
export const DEFAULT_CHANGES_DAYS = 365

/** For how many days changes are kept. */
export class ChangesDays extends Context.Reference<ChangesDays>()("@boardwright/core/ChangesDays", {
  defaultValue: (): number => DEFAULT_CHANGES_DAYS
}) {}
