import { Calendar, type Board } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { ConstraintViolated, insertAll, type MemoryState, removing, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, byRank, pageOf } from "./order.js"

type Link = Calendar.CalendarLink

const links = ({ calendarLinks }: MemoryState, wanted: (link: Link) => boolean): ReadonlyArray<Link> =>
  byCreation([...calendarLinks.values()].filter(wanted))

const findByHash = (state: MemoryState, hash: string): Option.Option<Link> =>
  Option.fromNullable(
    links(state, (link) => link.hash === hash).find(
      ({ userId }) => (state.accounts.get(userId)?.disabledAt ?? null) === null
    )
  )

const insert = (state: MemoryState, link: Link): MemoryState => {
  requireParent(state.boards, link.boardId, "board")
  if (links(state, ({ hash }) => hash === link.hash).length > 0) throw new ConstraintViolated("the hash is taken")
  return { ...state, calendarLinks: insertAll(state.calendarLinks, [link]) }
}

const tasks = (
  state: MemoryState,
  board: Board.BoardId,
  after: Pick<Calendar.CalendarTask, "rank" | "id"> | null,
  limit: number
): ReadonlyArray<Calendar.CalendarTask> => {
  const isNext = (rank: string, id: string): boolean =>
    after === null || rank > after.rank || (rank === after.rank && id > after.id)
  return byRank([...state.tasks.values()].filter(({ boardId, id, rank }) => boardId === board && isNext(rank, id)))
    .slice(0, limit)
    .map(({ description, dueDate, id, name, rank, status, updatedAt }) => ({
      ...{ id, rank, name, description, status, dueDate, updatedAt }
    }))
}

export const layer: Layer.Layer<Calendar.CalendarRepository, never, MemoryStore> = Layer.effect(
  Calendar.CalendarRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (link) => MemoryStore.update(store, (state) => insert(state, link)),
    findByHash: (hash) => store.read((state) => findByHash(state, hash)),
    find: (boardId, id) =>
      store.read(({ calendarLinks }) =>
        Option.filter(Option.fromNullable(calendarLinks.get(id)), (link) => link.boardId === boardId)
      ),
    list: (boardId, userId, slice) =>
      store.read((state) =>
        pageOf(
          links(state, (link) => link.boardId === boardId && (userId === null || link.userId === userId)),
          slice
        )
      ),
    listOf: (userId, slice) =>
      store.read((state) =>
        pageOf(
          links(state, (link) => link.userId === userId),
          slice
        )
      ),
    remove: (id) =>
      store.change((state) =>
        removing(state, state.calendarLinks, id, () => ({
          ...state,
          calendarLinks: without(state.calendarLinks, (link) => link.id === id)
        }))
      ),
    removeOf: (userId) =>
      MemoryStore.update(store, (state) => ({
        ...state,
        calendarLinks: without(state.calendarLinks, (link) => link.userId === userId)
      })),
    tasks: (boardId, after, limit) => store.read((state) => tasks(state, boardId, after, limit))
  }))
)
