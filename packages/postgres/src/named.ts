import { createHash } from "node:crypto"
import type { PlainStatement } from "@boardwright/sql"

/** A statement with the name that it is prepared under. */
export interface Named extends PlainStatement {
  readonly name: string
}

/** Names a statement by its text, the same on every connection: a host's pool may serve several of us. */
export const named = (statement: PlainStatement): Named => ({
  ...statement,
  name: `boardwright_${createHash("sha256").update(statement.text).digest("hex").slice(0, 32)}`
})
