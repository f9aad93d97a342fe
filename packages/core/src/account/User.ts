import { Schema } from "effect"

/** Opaque text: an account's is made by `Ids`; a host that keeps its own users has ids of its own. */
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
