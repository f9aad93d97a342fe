import { api } from "../api.js"

/** A workspace with its boards. */
export interface Place {
  readonly id: string
  readonly name: string
  readonly boards: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** Workspaces whose boards are loaded; those after them are without. */
const WITH_BOARDS = 12

/** Loads what the user sees of workspaces and boards. */
export const loadPlaces = async (): Promise<ReadonlyArray<Place>> => {
  const { workspaces } = await api.workspaces.list()
  return Promise.all(
    workspaces.map(async ({ id, name }, at) => ({
      ...{ id, name },
      boards: at < WITH_BOARDS ? (await api.boards.list({ workspaceId: id })).boards : []
    }))
  )
}

/** The names of workspaces and boards, by id. */
export const placeNames = (places: ReadonlyArray<Place>): ReadonlyMap<string, string> =>
  new Map(places.flatMap(({ boards, ...workspace }) => [workspace, ...boards].map(({ id, name }) => [id, name])))
