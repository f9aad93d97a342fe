import { BOARDS, EDITORS, groupOf, idOf, SIZES, tokenOf } from "./fixture.mjs"

const VARIETY = 1_000

const asked = (path) => {
  const tokens = Array.from({ length: EDITORS }, (_, at) => tokenOf(1 + at))
  return Array.from({ length: VARIETY }, (_, at) => ({ method: "GET", path: path(at), token: tokens[at % EDITORS] }))
}
/** Pages of a list, the first twenty where there are as many. */
const pageOf = (at, tasks, limit) => 1 + (at % Math.min(20, Math.ceil(tasks / limit)))
const list = (query) => `/api/tasks?boardId=${idOf("board", BOARDS.read)}&${query}`

/** Requests that read, by a thousand different ones each where there are as many. They may be told how much there is. */
export const reads = {
  me: { title: "me", requests: () => asked(() => "/api/auth/me") },
  task: {
    title: "one task",
    requests: ({ read } = SIZES) => asked((at) => `/api/tasks/${idOf("task", at % read)}`)
  },
  list50: {
    title: "list of 50",
    requests: ({ read } = SIZES) => asked((at) => list(`limit=50&page=${pageOf(at, read, 50)}`))
  },
  list1000: {
    title: "list of 1,000",
    requests: ({ read } = SIZES) => asked((at) => list(`limit=1000&page=${pageOf(at, read, 1000)}`))
  },
  included: {
    title: "list of 50 with values and counts",
    requests: ({ read } = SIZES) =>
      asked((at) => list(`limit=50&include=columnValues,counts&page=${pageOf(at, read, 50)}`))
  },
  filtered: {
    title: "filtered list",
    requests: () =>
      asked((at) => list(`limit=50&status=working&groupId=${groupOf(BOARDS.read, at % 2)}&page=${1 + (at % 20)}`))
  }
}
