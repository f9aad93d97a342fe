import { expect, it } from "vitest"
import { as, givenHome, type Home } from "../http/given.js"
import { ORPHANS } from "../support/postgres/orphans.js"
import type { Answer } from "../support/server.js"
import { onTwoServers, tally, type TwoServers } from "./twoServers.js"

const REQUESTS = 1_000
const BOARDS = 12
const TASKS = 12

/** The same numbers on every run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Furnished extends Home {
  readonly groups: ReadonlyArray<string>
  readonly tasks: ReadonlyArray<string>
}

const furnish = async ({ left }: TwoServers): Promise<Furnished> => {
  const home = await givenHome(left)
  const groups = [home.groupId, await home.givenGroup(), await home.givenGroup()]
  const tasks = await Promise.all(
    Array.from({ length: TASKS }, (_, at) => home.givenTask({ groupId: groups[at % 3], assignees: [home.user.id] }))
  )
  return { ...home, groups, tasks }
}

onTwoServers("a storm over two instances", (both) => {
  it(`of ${REQUESTS} moves, edits and deletes at once leaves no orphan and meets no failure`, async () => {
    const homes = await Promise.all(Array.from({ length: BOARDS }, () => furnish(both())))
    const next = numbers(7)
    const pick = <A>(list: ReadonlyArray<A>): A => {
      const item = list[next(list.length)]
      if (item === undefined) throw new Error("nothing to pick from")
      return item
    }
    const gone = new Set<string>()
    const going = async (home: Home, request: Promise<Answer>) => {
      const answer = await request
      if (answer.status === 200) gone.add(home.boardId)
      return answer
    }
    const send = (at: number): Promise<Answer> => {
      const home = pick(homes)
      const { del, patch, post } = as(at % 2 === 0 ? both().left : both().right, home.user)
      const task = `/api/tasks/${pick(home.tasks)}`
      const board = `/api/boards/${home.boardId}`
      const groupId = pick(home.groups)
      // Some of the boards and a workspace go while everything else happens on them.
      if (at > 300 && at % 100 === 0) return going(home, del(at > 800 ? `/api/workspaces/${home.workspaceId}` : board))
      switch (next(16)) {
        case 0:
          return del(task)
        case 1:
          return post(`${task}/comments`, { content: "A word", mentions: [home.user.id] })
        case 2:
          return post(`${task}/subtasks`, { name: "A part" })
        case 3:
          return post("/api/tasks", { boardId: home.boardId, groupId, name: "New", assignees: [home.user.id] })
        case 4:
          return patch(board, { name: `Board ${at}` })
        case 5:
          return post(`${board}/groups`, { name: `Group ${at}` })
        case 6:
          return patch(task, { assignees: next(2) === 0 ? [] : [home.user.id], status: "done" })
        case 7:
        case 8:
        case 9:
          return patch(task, { groupId, name: `Task ${at}` })
        case 10:
        case 11:
          return patch(task, { priority: "high", dueDate: "2026-12-24" })
        default:
          return patch(`${task}/move`, { groupId })
      }
    }
    const answers = await Promise.all(Array.from({ length: REQUESTS }, (_, at) => send(at)))
    const counts = tally(answers)
    expect(Object.keys(counts)).toEqual(["200", "201", "404"])
    expect(counts[200]).toBeGreaterThan(REQUESTS / 4)
    expect(await both().query(ORPHANS)).toEqual([])
    const left = await both().query("select id from boardwright_board where deletion_id is null")
    expect(left.map(({ id }) => id).toSorted()).toEqual(
      homes.flatMap(({ boardId }) => (gone.has(boardId) ? [] : [boardId])).toSorted()
    )
    expect(gone.size).toBeGreaterThan(3)
  }, 60_000)
})
