import { readIso } from "./dates.mjs"
import { invalid } from "./Refusal.mjs"

const NAME = 255
const LABEL = 50
const TEXT = 65_535

const isText = (value) => typeof value === "string" && !value.includes("\0") && value.isWellFormed()
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

/** Reads the fields of one body; `done` refuses it with every problem found. */
const reader = (body) => {
  if (!isObject(body)) throw invalid([{ path: [], message: "must be a JSON object" }])
  const issues = []
  const fail = (field, message, ...at) => void issues.push({ path: [field, ...at], message })
  const sent = (field) => body[field] !== undefined && body[field] !== null
  const read = (field, rule) => (sent(field) ? rule(body[field], (...problem) => fail(field, ...problem)) : undefined)
  return {
    fail,
    sent,
    read,
    required: (field, rule) => {
      if (body[field] === undefined) fail(field, "is required")
      else return rule(body[field], (message) => fail(field, message))
    },
    done: (value) => {
      if (issues.length > 0) throw invalid(issues)
      return value
    }
  }
}

const id = (value, fail) => (typeof value === "string" ? value : fail("must be a string"))
const text = (max) => (value, fail) => {
  if (!isText(value)) return fail("must be a string")
  return value.length <= max ? value : fail(`must have at most ${max} characters`)
}
const trimmed = (max) => (value, fail) => {
  const found = isText(value) ? value.trim() : fail("must be a string")
  if (found === undefined) return undefined
  return found.length > 0 && found.length <= max ? found : fail(`must have 1 to ${max} characters`)
}
const name = trimmed(NAME)
const label = trimmed(LABEL)
const description = text(TEXT)
const dueDate = (value, fail) =>
  (typeof value === "string" ? readIso(value) : null) ??
  fail("must be an ISO 8601 date or timestamp of a real day between the years 1970 and 9999")
const users = (value, fail) =>
  Array.isArray(value) && value.every((each) => typeof each === "string")
    ? [...new Set(value)]
    : fail("must be a list of user ids")
const values = (value, fail) => {
  if (!isObject(value)) return fail("must be an object of values by column id")
  for (const [key, cell] of Object.entries(value)) {
    if (!isText(key) || (typeof cell === "string" && (!isText(cell) || cell.length > TEXT))) {
      return fail("must hold texts that every database can hold")
    }
  }
  return value
}

/** The body of a new task. */
export const readCreate = (body) => {
  const { done, read, required } = reader(body)
  return done({
    boardId: required("boardId", id),
    groupId: read("groupId", id),
    name: required("name", name),
    description: read("description", description) ?? "",
    status: read("status", label) ?? "pending",
    priority: read("priority", label) ?? "medium",
    assignees: read("assignees", users) ?? [],
    dueDate: read("dueDate", dueDate) ?? null,
    columnValues: read("columnValues", values) ?? {}
  })
}

const whenSent = (body, field, value) => (body[field] === undefined ? undefined : (value ?? null))

/** The body of a change: what is not sent is undefined, what is to be cleared null. */
export const readPatch = (body) => {
  const { done, fail, read } = reader(body)
  for (const field of ["name", "status", "priority", "groupId", "boardId"]) {
    if (body[field] === null) fail(field, "must be a string")
  }
  return done({
    name: read("name", name),
    description: whenSent(body, "description", read("description", description)),
    status: read("status", label),
    priority: read("priority", label),
    assignees: whenSent(body, "assignees", read("assignees", users)),
    dueDate: whenSent(body, "dueDate", read("dueDate", dueDate)),
    columnValues: whenSent(body, "columnValues", read("columnValues", values)),
    groupId: read("groupId", id),
    boardId: read("boardId", id)
  })
}

/** The body of a move. */
export const readMove = (body) => {
  const { done, required } = reader(body)
  return done({ groupId: required("groupId", id) })
}

/** The body of a comment. */
export const readComment = (body) => {
  const { done, fail, read, required } = reader(body)
  const content = required("content", text(TEXT))
  if (content !== undefined && content.trim() === "") fail("content", "must not be empty")
  return done({ content, mentions: read("mentions", users) ?? [] })
}

const whole = (max) => (value, fail) =>
  /^\d{1,15}$/.test(value) && Number(value) >= 1 && Number(value) <= max
    ? Number(value)
    : fail(max === Infinity ? "must be an integer from 1" : `must be an integer from 1 to ${max}`)

const PARTS = ["columnValues", "counts"]
const parts = (value, fail) => {
  if (typeof value !== "string") return fail("must be a string")
  const found = value === "" ? [] : value.split(",")
  for (const [at, part] of found.entries()) {
    if (!PARTS.includes(part)) fail(`must be one of ${PARTS.join(", ")}`, String(at))
  }
  return found
}

/** The query of a list, with the page settled. `asked` says whether a page was asked for. */
export const readList = (query) => {
  const { done, read, required, sent } = reader(query)
  const asked = sent("page") || sent("limit")
  const page = read("page", whole(Infinity)) ?? 1
  const limit = read("limit", whole(1000)) ?? (sent("page") ? 50 : 1000)
  return done({
    asked,
    page,
    limit,
    boardId: required("boardId", id),
    groupId: read("groupId", id),
    status: read("status", id),
    assignee: read("assignee", id),
    include: read("include", parts) ?? []
  })
}
