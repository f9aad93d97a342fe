/** A time in words. A day without a time is stored as its midnight in UTC. */
export const dayText = (timestamp: string): string =>
  new Date(timestamp).toLocaleString(
    "en",
    timestamp.endsWith("T00:00:00.000Z")
      ? { dateStyle: "medium", timeZone: "UTC" }
      : { dateStyle: "medium", timeStyle: "short" }
  )
