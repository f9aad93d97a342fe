const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?$/i
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/

const dayOf = (year, month, day) => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1970 ? date : null
}

/** An ISO 8601 date or timestamp as a timestamp in UTC, or null. */
export const readIso = (text) => {
  const found = ISO.exec(text)
  if (found === null) return null
  const day = dayOf(Number(found[1]), Number(found[2]), Number(found[3]))
  if (day === null) return null
  if (found[4] === undefined) return day.toISOString()
  const millis = Date.parse(found[8] === undefined ? `${text}Z` : text)
  return Number.isNaN(millis) || millis < 0 ? null : new Date(millis).toISOString()
}

/** The same of a cell, which may also be a date in figures whose order is plain. */
export const readCellDate = (text) => {
  const iso = readIso(text)
  const found = iso === null ? NUMERIC.exec(text) : null
  if (found === null) return iso
  const [first, second, year] = [Number(found[1]), Number(found[3]), Number(found[4])]
  const dayFirst = dayOf(year, second, first)
  const monthFirst = dayOf(year, first, second)
  if (dayFirst !== null && monthFirst !== null && first !== second) return null
  return (dayFirst ?? monthFirst)?.toISOString() ?? null
}
