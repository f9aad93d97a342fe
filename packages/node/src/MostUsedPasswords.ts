import { Account } from "@boardwright/core"
import { Effect, Layer } from "effect"

/** How many of the most used passwords count. */
const COUNTED = 10_000

/** Those of the 10,000 most used passwords that are long enough for an account, in lower case. Loads them when called. */
export const load = async (): Promise<ReadonlySet<string>> => {
  const common = await import("@zxcvbn-ts/language-common")
  // Bundlers that take its CommonJS have only `default`, those that take its ES module only the names.
  const { dictionary } = { ...common.default, ...common }
  const most = dictionary["passwords-common"].slice(0, COUNTED)
  return new Set(most.filter((password) => password.length >= Account.MIN_PASSWORD_LENGTH))
}

/** Refuses them for new passwords. */
export const layer: Layer.Layer<never> = Layer.effect(Account.PasswordDenylist, Effect.promise(load))
