import { Schema } from "effect"

export const UserId = Schema.String.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/** What the domain knows of a person, whoever keeps the accounts. */
export interface User {
  readonly id: UserId
  readonly name: string
  readonly email: string
  /** Path or address of an image. */
  readonly avatar: string
}
