import type { AnswerOf } from "./request.js"
import { read } from "./session.js"

/** A workspace with its boards. */
export interface Place {
  readonly id: string
  readonly name: string
  readonly boards: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** Workspaces whose boards are read; those after them are without. */
const WITH_BOARDS = 12

/** What the user sees of workspaces and boards; nothing if that cannot be read. */
export const readPlaces = async (): Promise<ReadonlyArray<Place>> => {
  const listed = await read<AnswerOf<"workspaces", "list">>("/api/workspaces")
  if (listed?.ok !== true) return []
  return Promise.all(
    listed.answer.workspaces.map(async ({ id, name }, at): Promise<Place> => {
      if (at >= WITH_BOARDS) return { id, name, boards: [] }
      const boards = await read<AnswerOf<"boards", "list">>(`/api/boards?workspaceId=${encodeURIComponent(id)}`)
      return { id, name, boards: boards?.ok === true ? boards.answer.boards : [] }
    })
  )
}

/** The names of workspaces and boards, by id. */
export const placeNames = (places: ReadonlyArray<Place>): ReadonlyMap<string, string> =>
  new Map(places.flatMap(({ boards, ...workspace }) => [workspace, ...boards].map(({ id, name }) => [id, name])))
