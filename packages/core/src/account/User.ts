import type { UserId } from "../values/ids.js"

export { UserId } from "../values/ids.js"

/** What the domain knows of a person, whoever keeps the accounts. */
export interface User {
  readonly id: UserId
  readonly name: string
  readonly email: string
  /** Path or address of an image. */
  readonly avatar: string
}
