const UNITS: Readonly<Record<string, number>> = { d: 24 * 60, h: 60, std: 60, m: 1 }
const PART = /^(\d{1,6}(?:[.,]\d{1,4})?)\s*(std|d|h|m)[a-z]*\.?\s*/i

/** Minutes of `90`, `1:30`, `1h 30m`, `1h30`, `1.5 h` or `2 Std.`; null for anything else. */
export const minutesOf = (text: string): number | null => {
  const trimmed = text.trim()
  if (/^\d{1,9}$/.test(trimmed)) return Number(trimmed)
  const clock = /^(\d{1,6}):([0-5]\d)$/.exec(trimmed)
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2])
  let rest = trimmed.replace(/h(\d{1,2})$/i, "h $1m")
  let sum = 0
  while (rest !== "") {
    const part = PART.exec(rest)
    if (part === null) return null
    sum += Number(part[1]?.replace(",", ".")) * (UNITS[part[2]?.toLowerCase() ?? ""] ?? 0)
    rest = rest.slice(part[0].length)
  }
  return trimmed === "" ? null : Math.round(sum)
}

/** Minutes as `1 h 30 min`; `h` and `min` are the same in every language of the app. */
export const durationText = (minutes: number): string => {
  const whole = Math.round(minutes)
  if (whole > 999_999_999) return `${whole} min`
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return [hours === 0 ? "" : `${hours} h`, rest === 0 && hours !== 0 ? "" : `${rest} min`].filter(Boolean).join(" ")
}

/** Minutes that are entered for a duration: the stored ones where its text is unchanged, as it is rounded; null for none. */
export const enteredMinutes = (text: string, stored: number | null): number | null =>
  stored !== null && text.trim() === durationText(stored) ? stored : minutesOf(text) || null
