import { Account } from "@boardwright/core"
import { Effect, Layer } from "effect"

/** How many of the most used passwords count. */
const COUNTED = 10_000

/** Those of the 10,000 most used passwords that are long enough for an account, in lower case. Loads them when called. */
export const load = async (): Promise<ReadonlySet<string>> => {
  // Its `default` is there in a bundle as well; the names of a CommonJS module are not.
  const { default: common } = await import("@zxcvbn-ts/language-common")
  const most = common.dictionary["passwords-common"].slice(0, COUNTED)
  return new Set(most.filter((password) => password.length >= Account.MIN_PASSWORD_LENGTH))
}

/** Refuses them for new passwords. */
export const layer: Layer.Layer<never> = Layer.effect(Account.PasswordDenylist, Effect.promise(load))
