import { MAY_RESTORE, mayOnBoard, mayOnWorkspace } from "../access/policy.js"
import type { UserId } from "../values/ids.js"
import { type Change, readersOf, readPlaceOf } from "./Change.js"
import type { ChangeFilter, ChangePage, ChangeReaders } from "./ChangeRepository.js"

/** Who reads, and what of it. */
export interface FeedReader {
  /** Null for the operator. */
  readonly userId: UserId | null
  readonly filter: ChangeFilter
  /** Most changes of one page. */
  readonly limit: number
}

/** Changes that the same users may read, beside their recipients. */
interface Group {
  readonly readers: ReadonlySet<UserId>
  readonly changes: Array<Change>
}

/** What a reader who has read up to `after` gets of changes that match the filter. */
interface Selected {
  readonly filter: ChangeFilter
  readonly after: number
  readonly changes: ReadonlyArray<Change>
}

/** Readers by what they read and the id of the board or workspace, such as `managers 0190...`. */
const readersById = ({
  boards,
  workspaces
}: Pick<ChangeReaders, "boards" | "workspaces">): ReadonlyMap<string, ReadonlySet<UserId>> => {
  const byId = new Map<string, Set<UserId>>()
  const add = (readers: string, id: string, userId: UserId) => {
    const key = `${readers} ${id}`
    const users = byId.get(key)
    if (users === undefined) byId.set(key, new Set([userId]))
    else users.add(userId)
  }
  for (const { boardId, standing, userId } of boards) {
    if (mayOnBoard(standing, "read the board")) add("board", boardId, userId)
    if (mayOnBoard(standing, "manage the board")) add("managers", boardId, userId)
    if (mayOnBoard(standing, MAY_RESTORE.task)) add("restorers", boardId, userId)
  }
  for (const { standing, userId, workspaceId } of workspaces) {
    add("workspace", workspaceId, userId)
    if (mayOnWorkspace(standing, "manage the workspace")) add("workspaceManagers", workspaceId, userId)
  }
  return byId
}

const inOrder = (parts: ReadonlyArray<ReadonlyArray<Change>>): ReadonlyArray<Change> =>
  parts.length < 2 ? (parts[0] ?? []) : [...new Set(parts.flat())].toSorted((a, b) => a.position - b.position)

const withoutFields = (change: Change): Change => ({ ...change, fields: {} })

const NOBODY: ReadonlySet<UserId> = new Set()

const ENDS = new Set<Change["type"]>(["board.deleted", "workspace.deleted"])

const isMatch = ({ boardId, types, workspaceId }: ChangeFilter, change: Change): boolean =>
  (boardId === undefined || change.boardId === boardId) &&
  (workspaceId === undefined || change.workspaceId === workspaceId) &&
  (types === undefined || types.includes(change.type))

/** Whether filters are the same. Lists of types are compared by identity: readers without any are the many. */
const isSame = (a: ChangeFilter, b: ChangeFilter): boolean =>
  a.boardId === b.boardId && a.workspaceId === b.workspaceId && a.types === b.types

/** The boards and workspaces whose readers decide who reads the changes, and the tasks whose fields may be hidden. */
export const readersNeeded = (changes: ReadonlyArray<Change>) => {
  const of = (...readers: ReadonlyArray<string>) => changes.filter((change) => readers.includes(readersOf(change)))
  return {
    boardIds: [...new Set(of("board", "managers").flatMap(({ boardId }) => boardId ?? []))],
    taskIds: [...new Set(changes.flatMap(({ taskId }) => taskId ?? []))],
    workspaceIds: [...new Set(of("workspace", "workspaceManagers").map(({ workspaceId }) => workspaceId))]
  }
}

/** All changes of a stretch of the feed, with who may read them, for any number of readers. */
export class FeedBatch {
  readonly #changes: ReadonlyArray<Change>
  readonly #groups = new Map<string, Group>()
  readonly #addressed = new Map<UserId, Array<Change>>()
  readonly #hasEnd: boolean
  /** What those read who are in several groups, by the keys of these. */
  readonly #merged = new Map<string, ReadonlyArray<Change>>()
  /** The last selection of changes: most readers of a board want the same, and what is the same is written out once. */
  readonly #selected = new Map<ReadonlyArray<Change>, Selected>()

  constructor(
    /** The position before the first change. */
    readonly from: number,
    { changes, position }: ChangePage,
    readers: ChangeReaders
  ) {
    this.to = position
    this.#changes = changes
    this.#hasEnd = changes.some(({ type }) => ENDS.has(type))
    const byId = readersById(readers)
    const trashed = new Map(readers.trashed.map(({ purging, taskId }) => [taskId, purging]))
    for (const change of changes) {
      const { recipientId, taskId } = change
      const place = readPlaceOf(change)
      const key = `${readersOf(change)} ${place}`
      const all = byId.get(key) ?? NOBODY
      const purging = taskId === null ? undefined : trashed.get(taskId)
      if (purging === undefined) this.#add(key, () => all, change)
      else if (purging) this.#add(key, () => all, withoutFields(change))
      else {
        const restorers = byId.get(`restorers ${place}`) ?? NOBODY
        const others = () => new Set([...all].filter((userId) => !restorers.has(userId)))
        this.#add(`restorers ${place}`, () => restorers, change)
        this.#add(`others ${place}`, others, withoutFields(change))
      }
      if (recipientId === null) continue
      const addressed = this.#addressed.get(recipientId)
      if (addressed === undefined) this.#addressed.set(recipientId, [change])
      else addressed.push(change)
    }
  }

  /** The position of the last change. */
  readonly to: number

  /**
   * The page of a reader who has read up to `after`, with the rights at the time of the batch. Null if storage has to be
   * read: the reader may have lost the board or workspace of the filter, or the page would exceed its limit.
   */
  pageFor({ filter, limit, userId }: FeedReader, after: number): ChangePage | null {
    const isOfOne = filter.boardId !== undefined || filter.workspaceId !== undefined
    if (isOfOne && (userId === null ? this.#hasEnd : this.#addressed.has(userId))) return null
    const readable = userId === null ? this.#changes : this.#readableBy(userId, filter)
    const changes = this.#select(readable, filter, after)
    return changes.length > limit ? null : { changes, position: this.to }
  }

  #add(key: string, readers: () => ReadonlySet<UserId>, change: Change): void {
    const group = this.#groups.get(key)
    if (group === undefined) this.#groups.set(key, { readers: readers(), changes: [change] })
    else group.changes.push(change)
  }

  #select(readable: ReadonlyArray<Change>, filter: ChangeFilter, after: number): ReadonlyArray<Change> {
    const known = this.#selected.get(readable)
    if (known !== undefined && known.after === after && isSame(known.filter, filter)) return known.changes
    const changes = readable.filter((change) => change.position > after && isMatch(filter, change))
    this.#selected.set(readable, { filter, after, changes })
    return changes
  }

  /** The changes that a user may read, in order; perhaps without those that do not match the filter. */
  #readableBy(userId: UserId, { boardId }: ChangeFilter): ReadonlyArray<Change> {
    const keys: Array<string> = []
    const parts: Array<ReadonlyArray<Change>> = []
    for (const [key, { changes, readers }] of this.#groups) {
      if ((boardId !== undefined && changes[0]?.boardId !== boardId) || !readers.has(userId)) continue
      keys.push(key)
      parts.push(changes)
    }
    const merged = this.#merged.get(keys.join()) ?? inOrder(parts)
    this.#merged.set(keys.join(), merged)
    const addressed = this.#addressed.get(userId)
    return addressed === undefined ? merged : inOrder([merged, addressed])
  }
}
