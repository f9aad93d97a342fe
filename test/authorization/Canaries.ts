import { Change } from "@boardwright/core"
import type { Answer } from "../support/server.js"
import { type Caller, CALLERS, type Furnished, type World } from "../support/world.js"

type Fields = Readonly<Record<string, unknown>>

const UNIQUE = /~[0-9a-f]{12}~|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^#[0-9A-F]{6}$/
/** Fields whose values in a world are found nowhere else. */
const UNCOMMON: ReadonlySet<string> = new Set(["icon", "passwordHash"])
const COMMON: ReadonlySet<string> = new Set(["#579BFC", "#FFFFFF"])

const parsed = (text: string): unknown => {
  const isJson = text.startsWith("{") || text.startsWith("[")
  return isJson ? JSON.parse(text) : undefined
}

/** The texts, ids and odd amounts in a value. */
const canariesIn = (value: unknown, field = ""): ReadonlyArray<string> => {
  if (typeof value === "number") return value >= 1_000_000 ? [String(value)] : []
  if (typeof value === "string") {
    const inside = parsed(value)
    if (inside !== undefined) return canariesIn(inside)
    return (UNIQUE.test(value) || UNCOMMON.has(field)) && !COMMON.has(value) ? [value] : []
  }
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...canariesIn(inner, key),
    ...(UNIQUE.test(key) ? [key] : [])
  ])
}

/** `boardwright_time_entry` and `timeEntries` are a `timeentry`. */
const nounOf = (table: string): string =>
  table.replace("boardwright_", "").replaceAll("_", "").toLowerCase().replace(/ies$/, "y").replace(/s$/, "")

const camelCase = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value
    ])
  )

interface StoredRow {
  readonly noun: string
  readonly row: Fields
}

const rowsOf = (stored: string): ReadonlyArray<StoredRow> =>
  stored.split("\n").map((line) => {
    const { row, table } = JSON.parse(line) as { table: string; row: Fields }
    return { noun: nounOf(table), row: camelCase(row) }
  })

const sees = (caller: Caller, world: World): ReadonlyArray<Furnished> =>
  caller === "anonymous" || caller === "removed" || caller === "declined"
    ? []
    : caller === "stranger"
      ? [world.foreign]
      : caller === "owner"
        ? [world.own, world.besides]
        : [world.own]

/** Whether the caller manages the boards that they see; the stranger owns the foreign one. */
const isManager = (caller: Caller): boolean => ["admin", "owner", "stranger"].includes(caller)

const boardOf = (caller: Caller, world: World, row: Fields): Furnished | undefined =>
  sees(caller, world).find((each) =>
    [row["boardId"], row["taskId"], row["id"]].some((id) => id === each.boardId || id === each.taskId)
  )

/** What puts a person on a board, whose name and avatar its readers see. */
const APPEARANCES: ReadonlySet<string> = new Set(["member", "invitation", "comment"])

const isInWorkspace = (caller: Caller, world: World, row: Fields): boolean =>
  sees(caller, world).some(({ workspaceId }) => workspaceId === row["workspaceId"])

/** Whether a row is an invitation to a workspace that the caller manages. */
const isOwnTeams = (caller: Caller, world: World, row: Fields): boolean =>
  row["boardId"] === null && ["owner", "stranger"].includes(caller) && isInWorkspace(caller, world, row)

const peopleSeen = (caller: Caller, world: World, rows: ReadonlyArray<StoredRow>): ReadonlySet<unknown> =>
  new Set(
    rows.flatMap(({ noun, row }) =>
      (APPEARANCES.has(noun) && boardOf(caller, world, row) !== undefined) ||
      (noun === "workspacemember" && isInWorkspace(caller, world, row)) ||
      (noun === "invitation" && isOwnTeams(caller, world, row))
        ? [row["userId"]]
        : []
    )
  )

/** What a caller may see of a row. */
const seen = (caller: Caller, world: World, { noun, row }: StoredRow, people: ReadonlySet<unknown>): unknown => {
  const me = caller === "anonymous" ? null : world.users[caller].id
  const boards = sees(caller, world)
  const board = boardOf(caller, world, row)
  switch (noun) {
    case "account":
      if (row["id"] === me) return { ...row, passwordHash: null }
      return people.has(row["id"]) ? { name: row["name"], avatar: row["avatar"] } : null
    case "securityevent":
      return row["userId"] === me ? row : null
    case "workspace":
      return boards.some(({ workspaceId }) => workspaceId === row["id"]) ? row : null
    case "workspacemember":
      return isInWorkspace(caller, world, row) ? row : null
    case "invitation":
      return row["userId"] === me || (board !== undefined && isManager(caller)) || isOwnTeams(caller, world, row)
        ? row
        : null
    case "change": {
      if (me !== null && row["recipientId"] === me) return row
      const readers = Change.CHANGE_READERS[row["type"] as Change.ChangeType]
      if (readers === "workspace")
        return boards.some(({ workspaceId }) => workspaceId === row["workspaceId"]) ? row : null
      return readers !== "nobody" && board !== undefined && (readers === "board" || isManager(caller)) ? row : null
    }
    default:
      return board === undefined ? null : row
  }
}

const textOf = ({ body, headers }: Answer): string =>
  [typeof body === "string" ? body : JSON.stringify(body), ...[...headers].map((pair) => pair.join(": "))].join("\n")

/** All that is stored and found nowhere else, and who may see it. */
export class Canaries {
  readonly #all: ReadonlySet<string>
  readonly #seen: ReadonlyMap<Caller, ReadonlySet<string>>

  /** From all that a storage holds, as `storedReader` reads it. */
  constructor(stored: string, world: World) {
    const rows = rowsOf(stored)
    this.#all = new Set(rows.flatMap(({ row }) => canariesIn(row)))
    this.#seen = new Map(
      CALLERS.map((caller) => {
        const people = peopleSeen(caller, world, rows)
        return [caller, new Set(rows.flatMap((row) => canariesIn(seen(caller, world, row, people))))]
      })
    )
  }

  /** How many there are. */
  get size(): number {
    return this.#all.size
  }

  /** How many there are that a caller may see. */
  seenBy(caller: Caller): number {
    return this.#seen.get(caller)?.size ?? 0
  }

  #leaked(answer: Answer, request: string, allowed: ReadonlySet<string>): ReadonlyArray<string> {
    const text = textOf(answer)
    return [...this.#all].filter((each) => !allowed.has(each) && text.includes(each) && !request.includes(each))
  }

  /** What an answer's body and headers hold that a caller may not see and did not send. */
  leakedTo(caller: Caller, answer: Answer, request: string): ReadonlyArray<string> {
    return this.#leaked(answer, request, this.#seen.get(caller) ?? new Set())
  }

  /** What a refusal's body and headers hold that was not sent, be it the caller's own. */
  leakedByRefusal(answer: Answer, request: string): ReadonlyArray<string> {
    return this.#leaked(answer, request, new Set())
  }
}
