import { rejectProblems } from "./ApiError.js"

/** What a field takes: the value as it is stored, or undefined where it is refused. */
type Rule = (value: unknown) => unknown

const trimmed =
  (longest: number): Rule =>
  (value) => {
    const text = typeof value === "string" ? value.trim() : ""
    return text.length >= 1 && text.length <= longest ? text : undefined
  }
const that =
  (fits: (value: never) => boolean, type: string): Rule =>
  (value) =>
    typeof value === type && fits(value as never) ? value : undefined

/** Trimmed, 1 to 255 characters. */
export const NAME = trimmed(255)
/** Trimmed, 1 to 50 characters. */
export const LABEL = trimmed(50)
/** Any text: an unknown id is missing, not wrong. */
export const ID = that(() => true, "string")
/** An address: trimmed. */
export const EMAIL: Rule = (value) => {
  const text = typeof value === "string" ? value.trim() : ""
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) ? text : undefined
}
/** At most 65,535 characters, kept as sent. */
export const TEXT = that((text: string) => text.length <= 65_535, "string")
/** The same, and not of blanks alone. */
export const CONTENT = that((text: string) => text.trim() !== "" && text.length <= 65_535, "string")
/** `#RRGGBB` in either case. */
export const COLOR = that((text: string) => /^#[0-9a-f]{6}$/i.test(text), "string")
/** One emoji: of those that requests are made of. */
export const ICON = that((text: string) => ["📋", "🌱", "🇦🇹"].includes(text), "string")
/** A boolean, and no text that looks like one. */
export const FLAG = that(() => true, "boolean")
/** A duration or a width: from 0. */
export const AMOUNT = that((amount: number) => amount >= 0, "number")
/** One of the three roles, to the letter. */
export const ROLE = that((text: string) => ["admin", "editor", "viewer"].includes(text), "string")
/** Any list; what its elements are is asked of the state. */
export const LIST: Rule = (value) => (Array.isArray(value) ? value : undefined)
/** Custom values by column id; whether they are columns is asked of the state. */
export const VALUES = that(() => true, "object")
/** An object whose value is a hex color: no others are sent. */
export const BACKGROUND: Rule = (value) =>
  typeof value === "object" && value !== null && "value" in value && COLOR(value.value) !== undefined
    ? value
    : undefined

/** Dates as they are sent and as they are answered. */
export const DATES: Readonly<Record<string, string>> = {
  "2027-03-25": "2027-03-25T00:00:00.000Z",
  "2024-02-29T12:34": "2024-02-29T12:34:00.000Z",
  "2027-03-25T10:00:00.5+05:30": "2027-03-25T04:30:00.500Z",
  "1970-01-01T00:00:00Z": "1970-01-01T00:00:00.000Z"
}
/** The answered form of a date of `DATES`; all others are wrong. */
export const DATE: Rule = (value) => DATES[String(value)]
const wholeTo =
  (most: number): Rule =>
  (value) => {
    const number = /^\d{1,15}$/.test(String(value)) ? Number(value) : 0
    return number >= 1 && number <= most ? number : undefined
  }
/** From 1, in digits. */
export const PAGE = wholeTo(Number.MAX_SAFE_INTEGER)
/** From 1 to 1000, in digits. */
export const LIMIT = wholeTo(1_000)

/** A body or a query before it is read. */
export type Input = Readonly<Record<string, unknown>>

// What is read is what its rule lets through; to say so by types would be to write the rules again.
// oxlint-disable-next-line typescript/no-explicit-any
type Read = Readonly<Record<string, any>>

/** Reads the fields of a POST, where null is absent, or of a query; throws for what is wrong and what is missing. */
export const readNew = (input: Input, rules: Readonly<Record<string, Rule>>, required: ReadonlyArray<string>): Read => {
  const given = Object.entries(rules).flatMap(([field, rule]) => {
    const value = input[field] ?? undefined
    return value === undefined && !required.includes(field) ? [] : [[field, rule(value)] as const]
  })
  rejectProblems(given.filter(([, value]) => value === undefined).map(([field]) => field))
  return Object.fromEntries(given)
}

/** Reads the fields of a PATCH, where null clears those that have an empty value, and what is absent stays. */
export const readPatch = (
  input: Input,
  rules: Readonly<Record<string, Rule>>,
  empty: Readonly<Record<string, unknown>> = {}
): Read => {
  const given = Object.entries(rules).flatMap(([field, rule]) => {
    if (!(field in input)) return []
    return [[field, input[field] === null && field in empty ? empty[field] : rule(input[field])] as const]
  })
  rejectProblems(given.filter(([, value]) => value === undefined).map(([field]) => field))
  return Object.fromEntries(given)
}

/** A page of a list, under its name. */
export const page = <A>(name: string, all: ReadonlyArray<A>, query: Input): object => {
  const read = readNew(query, { page: PAGE, limit: LIMIT }, [])
  const number: number = read["page"] ?? 1
  const limit: number = read["limit"] ?? ("page" in read ? 50 : 1_000)
  const items = all.slice((number - 1) * limit, number * limit)
  const pagination = { page: number, limit, total: all.length, totalPages: Math.ceil(all.length / limit) }
  const asked = "page" in read || "limit" in read
  return { [name]: items, pagination, ...(asked ? { data: items } : {}) }
}
