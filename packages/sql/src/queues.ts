import type { Dialect } from "./Database.js"

/** How many entries are in a queue, and since when the oldest is due, as text. */
export interface QueueFacts {
  readonly queue: "mails" | "webhook deliveries" | "changes without a position"
  readonly count: number
  readonly oldest: string | null
}

const MAILS = "select 'mails' as queue, count(*) as count, min(created_at) as oldest from boardwright_mail_job"
const DELIVERIES = `select 'webhook deliveries' as queue, count(*) as count, min(d.due_at) as oldest
  from boardwright_webhook_delivery d join boardwright_webhook w on w.id = d.webhook_id
  where d.status = 'pending' and w.status = 'active'`
const CHANGES = `select 'changes without a position' as queue, count(*) as count, min(at) as oldest
  from boardwright_change where position is null`

/** The statements that look at the queues. In SQLite a change has its position from the start. */
export const QUEUES: Readonly<Record<Dialect, ReadonlyArray<string>>> = {
  sqlite: [MAILS, DELIVERIES],
  pg: [MAILS, DELIVERIES, CHANGES]
}

/** The row of one of those statements. */
export const queueFacts = (row: unknown): QueueFacts => {
  const { count, oldest, queue } = row as { readonly queue: QueueFacts["queue"]; count: unknown; oldest: unknown }
  return {
    queue,
    count: Number(count),
    oldest: oldest instanceof Date ? oldest.toISOString() : (oldest as string | null)
  }
}
