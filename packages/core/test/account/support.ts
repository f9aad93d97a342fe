import { PlainPasswordHasher } from "@boardwright/testing"
import { Effect } from "effect"

/** The passwords that were compared. */
export const verifications = Effect.flatMap(PlainPasswordHasher, ({ verified }) => verified)
