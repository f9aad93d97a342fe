/** The time zone of a user who has chosen none. */
export const DEFAULT_TIMEZONE = "UTC"

/** Whether this runtime knows the IANA time zone. An offset such as `+01:00` is none. */
export const isTimezone = (name: string): boolean => {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}
