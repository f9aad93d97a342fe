import type { Board, ReceivedInvitation, User, Workspace } from "@boardwright/client"
import { signal } from "@preact/signals"
import { api, reading } from "../api.js"
import { recentBoards } from "./recent.js"

/** A workspace with its boards, which are null until they are loaded. */
export interface Place {
  readonly workspace: Workspace
  readonly boards: ReadonlyArray<Board> | null
}

/** The boards of so many workspaces are loaded at once, those of others on demand. */
const AT_ONCE = 12

export const places = signal<ReadonlyArray<Place> | null>(null)
export const invitations = signal<ReadonlyArray<ReceivedInvitation>>([])

const load = async (workspace: Workspace): Promise<Place> => {
  const { boards } = await reading(() => api.boards.list({ workspaceId: workspace.id }))
  return { workspace, boards }
}

/** Loads the workspaces, their boards and the open invitations. */
export const loadHome = async (): Promise<void> => {
  const [{ workspaces }, received] = await reading(() =>
    Promise.all([api.workspaces.list(), api.invitations.listMine()])
  )
  const loaded = await Promise.all(workspaces.slice(0, AT_ONCE).map(load))
  const others = workspaces.slice(AT_ONCE).map((workspace) => ({ workspace, boards: null }))
  invitations.value = received.invitations
  places.value = [...loaded, ...others]
}

/** Loads a workspace with its boards again. */
export const reloadPlace = async (id: string): Promise<void> => {
  const next = await load(await reading(() => api.workspaces.get({ id })))
  places.value = places.value?.map((place) => (place.workspace.id === id ? next : place)) ?? null
}

/** The boards that are loaded: those that the user opened last first, then those that were changed last. */
export const boardsInOrder = (all: ReadonlyArray<Place>, me: User): ReadonlyArray<Board> => {
  const recent = recentBoards(me.id)
  const rank = ({ id }: Board) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return all
    .flatMap(({ boards }) => boards ?? [])
    .toSorted((a, b) => rank(a) - rank(b) || b.updatedAt.localeCompare(a.updatedAt))
}
