import { Notification } from "@boardwright/core"
import { Effect } from "effect"

/** Runs the work where the operator has notification mails on. */
export const notifying = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.provide(work, Notification.notifying)
