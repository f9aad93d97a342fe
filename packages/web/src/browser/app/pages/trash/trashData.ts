import { type Board, BoardwrightClientError, type Deletion, type User } from "@boardwright/client"
import { api, reading } from "../../api.js"
import { loadMe } from "../../me.js"
import { param } from "../../route.js"
import { managesAll } from "../../rights.js"
import { p } from "../../text/pageTexts.js"

/** Deletions that are loaded at a time. */
const ROWS = 50

/** What the page knows of the board or workspace whose trash it shows. */
export interface TrashPlace {
  readonly name: string
  readonly me: User
  /** The names of boards and of users, by id, as far as they are known. */
  readonly boards: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<string, string | null>
  /** Whether the user may delete something for good. Only admins of a deleted board see it in a list. */
  readonly mayPurge: (deletion: Deletion) => boolean
}

type Named = Pick<Board, "id" | "members" | "name">

const isAdmin = ({ members }: Named, me: User): boolean =>
  members.some(({ role, userId }) => userId === me.id && role === "admin")

const ofBoard = async (id: string): Promise<TrashPlace> => {
  const [me, { name }, { people }] = await Promise.all([
    loadMe(),
    api.boards.get({ id }),
    api.boards.people({ id, limit: 1000 })
  ])
  const role = people.find((person) => person.id === me.id)?.role
  return {
    name,
    me,
    boards: new Map(),
    people: new Map(people.map((person) => [person.id, person.name])),
    mayPurge: () => role === "admin" || role === "owner"
  }
}

/** Null where the user may not read it, or where it is gone. */
const readable = async <A>(call: Promise<A>): Promise<A | null> => {
  try {
    return await call
  } catch (error) {
    if (error instanceof BoardwrightClientError && (error.status === 403 || error.status === 404)) return null
    throw error
  }
}

/** An admin of a board that was its workspace's only one for them reads no more of the workspace than its trash. */
const ofWorkspace = async (id: string): Promise<TrashPlace> => {
  const [me, workspace, listed] = await Promise.all([
    loadMe(),
    readable(api.workspaces.get({ id })),
    readable(api.boards.list({ workspaceId: id }))
  ])
  const boards: ReadonlyArray<Named> = listed?.boards ?? []
  const own = new Set(boards.filter((board) => isAdmin(board, me)).map((board) => board.id))
  return {
    name: workspace?.name ?? p("trash.workspace"),
    me,
    boards: new Map(boards.map((board) => [board.id, board.name])),
    people: new Map(boards.flatMap(({ members }) => members.map(({ name, userId }) => [userId, name]))),
    mayPurge: ({ boardId, kind }) => managesAll(workspace?.role ?? null) || kind === "board" || own.has(boardId)
  }
}

/** The board whose trash is shown; empty for that of a workspace. */
export const trashBoardId = (): string => param("trash")

/** Loads what is to be known of the board or workspace that the address names. */
export const loadPlace = (): Promise<TrashPlace> =>
  reading(() => (trashBoardId() === "" ? ofWorkspace(param("workspaceTrash")) : ofBoard(trashBoardId())))

export interface Deletions {
  readonly shown: ReadonlyArray<Deletion>
  readonly total: number
}

/** Loads the first pages of deletions, the last deletion first. */
export const loadDeletions = async (pages: number): Promise<Deletions> => {
  const place = trashBoardId() === "" ? { workspaceId: param("workspaceTrash") } : { boardId: trashBoardId() }
  // What is deleted meanwhile moves earlier deletions to later pages.
  const found = new Map<string, Deletion>()
  let total = 0
  for (let page = 1; page <= pages; page += 1) {
    const { deletions, pagination } = await reading(() => api.trash.list({ ...place, page, limit: ROWS }))
    total = pagination.total
    for (const deletion of deletions) found.set(deletion.id, deletion)
  }
  return { shown: [...found.values()], total }
}
