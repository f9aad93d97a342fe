import type { Change } from "@boardwright/core"

/** A change as clients get it: without the recipient, which only the rights to read need. */
export const toSent = <A extends Change.FoundChange>({ recipientId: _, ...change }: A) => change
