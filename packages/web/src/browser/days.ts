/** A time in words. A day without a time is stored as its midnight in UTC. */
export const dayText = (timestamp: string, locale = "en"): string =>
  new Date(timestamp).toLocaleString(
    locale,
    timestamp.endsWith("T00:00:00.000Z")
      ? { dateStyle: "medium", timeZone: "UTC" }
      : { dateStyle: "medium", timeStyle: "short" }
  )
