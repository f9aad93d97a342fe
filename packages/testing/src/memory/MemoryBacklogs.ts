import { System, type Values } from "@boardwright/core"
import { Effect, Layer } from "effect"
import type { MemoryState } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"

const backlogOf = (times: ReadonlyArray<Values.Timestamp.Timestamp>): System.Backlog => {
  const counted = times.slice(0, System.MAX_COUNTED)
  return { count: counted.length, earliest: counted.toSorted()[0] ?? null }
}

const read = ({ deliveries, feed, mailJobs, webhooks }: MemoryState): System.AllBacklogs => {
  const pending = [...deliveries.values()].filter(
    ({ delivery }) => delivery.status === "pending" && webhooks.get(delivery.webhookId)?.status === "active"
  )
  return {
    mails: backlogOf([...mailJobs.values()].map(({ job }) => job.createdAt)),
    deliveries: backlogOf(pending.map(({ delivery }) => delivery.dueAt)),
    changes: { count: 0, earliest: null },
    position: feed.start + feed.changes.length
  }
}

export const layer: Layer.Layer<System.Backlogs, never, MemoryStore> = Layer.effect(
  System.Backlogs,
  Effect.map(MemoryStore, (store) => ({ read: store.read(read) }))
)
