import { Context } from "effect"

/** The value of `--token`. */
export class GivenToken extends Context.Reference<GivenToken>()("@boardwright/cli/GivenToken", {
  defaultValue: (): string | undefined => undefined
}) {}

/** Whether a variable or its file is given. */
export const isSet = (name: string): boolean => [name, `${name}_FILE`].some((each) => (process.env[each] ?? "") !== "")

/** Whether the environment names a server. */
export const namesServer = (): boolean => isSet("BOARDWRIGHT_URL")
