import { Effect, Schedule } from "effect"
import { logFailure } from "../background/logFailure.js"
import { inOwnTrace } from "../trace/index.js"
import { remindOfDueTasks } from "./remindOfDueTasks.js"

/** Queues reminders of tasks that are due tomorrow, every minute until the scope ends. Failures are logged. */
export const startReminders = Effect.asVoid(
  Effect.forkScoped(
    Effect.repeat(logFailure(inOwnTrace("mails.remind", remindOfDueTasks)), Schedule.spaced("1 minute"))
  )
)
