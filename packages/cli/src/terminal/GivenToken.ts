import { Context } from "effect"
import { isSet } from "../settings/isSet.js"

/** The value of `--token`. */
export class GivenToken extends Context.Reference<GivenToken>()("@boardwright/cli/GivenToken", {
  defaultValue: (): string | undefined => undefined
}) {}

/** Whether the environment names a server. */
export const namesServer = (): boolean => isSet("BOARDWRIGHT_URL")
