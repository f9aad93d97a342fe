import type { UserId } from "../values/ids.js"

export { UserId } from "../values/ids.js"

/** A person, whether the account is ours or the host's. */
export interface User {
  readonly id: UserId
  readonly name: string
  readonly email: string
  /** Path or URL of an image. */
  readonly avatar: string
}
