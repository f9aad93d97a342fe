import { System, Values } from "@boardwright/core"
import { Effect, Layer } from "effect"
import type { MemoryState } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"

const backlogOf = (times: ReadonlyArray<Values.Timestamp.Timestamp>): System.Backlog => {
  const counted = times.slice(0, System.MAX_COUNTED)
  return { count: counted.length, earliest: counted.toSorted()[0] ?? null }
}

const read = (
  { deliveries, feed, mailJobs, webhooks }: MemoryState,
  at: Values.Timestamp.Timestamp
): System.AllBacklogs => {
  const mails = [...mailJobs.values()].map(({ job }) => job.createdAt).filter((createdAt) => createdAt <= at)
  const pending = [...deliveries.values()].filter(
    ({ delivery }) => delivery.status === "pending" && webhooks.get(delivery.webhookId)?.status === "active"
  )
  return {
    mails: backlogOf(mails),
    deliveries: backlogOf(pending.map(({ delivery }) => delivery.dueAt)),
    changes: { count: 0, earliest: null },
    position: feed.start + feed.changes.length
  }
}

export const layer: Layer.Layer<System.Backlogs, never, MemoryStore> = Layer.effect(
  System.Backlogs,
  Effect.map(MemoryStore, (store) => ({
    read: Effect.flatMap(Values.Timestamp.now, (at) => store.read((state) => read(state, at)))
  }))
)
