import { Context } from "effect"

/** Limits per account or address, whatever client the requests come from. `Infinity` means no limit. */
export interface AccountLimits {
  /** Failed sign-ins of an account in 15 minutes, before further ones have to wait. */
  readonly account: number
  /** Mails of a kind to one address in an hour. */
  readonly mail: number
}

export const DEFAULT_ACCOUNT_LIMITS: AccountLimits = { account: 10, mail: 5 }

/** The limits in force: `DEFAULT_ACCOUNT_LIMITS` unless others are provided. */
export class CurrentAccountLimits extends Context.Reference<CurrentAccountLimits>()(
  "@boardwright/core/CurrentAccountLimits",
  { defaultValue: () => DEFAULT_ACCOUNT_LIMITS }
) {}
