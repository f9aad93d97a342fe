import { BOARDS, EDITORS, groupOf, idOf, tokenOf } from "./fixture.mjs"

const VARIETY = 1_000

const asked = (path) => {
  const tokens = Array.from({ length: EDITORS }, (_, at) => tokenOf(1 + at))
  return Array.from({ length: VARIETY }, (_, at) => ({ method: "GET", path: path(at), token: tokens[at % EDITORS] }))
}
const list = (query) => `/api/tasks?boardId=${idOf("board", BOARDS.read)}&${query}`

/** Requests that read, by a thousand different ones each where there are as many. */
export const reads = {
  me: { title: "me", requests: () => asked(() => "/api/auth/me") },
  task: { title: "one task", requests: () => asked((at) => `/api/tasks/${idOf("task", at)}`) },
  list50: { title: "list of 50", requests: () => asked((at) => list(`limit=50&page=${1 + (at % 20)}`)) },
  list1000: { title: "list of 1,000", requests: () => asked((at) => list(`limit=1000&page=${1 + (at % 10)}`)) },
  filtered: {
    title: "filtered list",
    requests: () =>
      asked((at) => list(`limit=50&status=working&groupId=${groupOf(BOARDS.read, at % 2)}&page=${1 + (at % 20)}`))
  }
}
