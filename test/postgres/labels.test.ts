import { expect, it } from "vitest"
import { as, givenHome, type Home } from "../http/given.js"
import type { Answer } from "../support/server.js"
import { onTwoServers, tally } from "./twoServers.js"

const LABELS = Array.from({ length: 20 }, (_, at) => `label ${at}`)

const givenColumn = async ({ boardId, post }: Home, column: object): Promise<string> =>
  (await post(`/api/boards/${boardId}/columns`, { name: "Column", ...column })).body.column.id

const labelsOf = async ({ boardId, get }: Home, columnId: string): Promise<ReadonlyArray<string>> => {
  const { columns } = (await get(`/api/boards/${boardId}`)).body
  const { options } = columns.find(({ id }: { readonly id: string }) => id === columnId)
  return options.map(({ label }: { readonly label: string }) => label)
}

const each = <A>(write: (label: string, at: number) => A): Array<A> => LABELS.map(write)

onTwoServers("labels that are new on two instances at once", (both) => {
  const homes = async () => {
    const home = await givenHome(both().left)
    const there = as(both().right, home.user)
    return { home, at: (index: number) => (index % 2 === 0 ? home : there) }
  }

  it("all become options, once each, of tasks that are created", async () => {
    const { at, home } = await homes()
    const id = await givenColumn(home, { type: "labels" })
    const create = (label: string, index: number): Promise<Answer> =>
      at(index).post("/api/tasks", {
        boardId: home.boardId,
        name: "Task",
        columnValues: { [id]: ["shared", label] }
      })
    expect(tally(await Promise.all(each(create)))).toEqual({ 201: LABELS.length })
    expect((await labelsOf(home, id)).toSorted()).toEqual([...LABELS, "shared"].toSorted())
  })

  it("all become options of tasks that are changed, through the field that the column is bound to", async () => {
    const { at, home } = await homes()
    const id = await givenColumn(home, { type: "status", field: "status" })
    const tasks = await Promise.all(each(() => home.givenTask()))
    const change = (status: string, index: number): Promise<Answer> =>
      at(index).patch(`/api/tasks/${tasks[index]}`, { status })
    expect(tally(await Promise.all(each(change)))).toEqual({ 200: LABELS.length })
    expect((await labelsOf(home, id)).toSorted()).toEqual(LABELS.toSorted())
  })

  it("all become options of bulks, whose operations name the columns in another order", async () => {
    const { at, home } = await homes()
    const ids = [await givenColumn(home, { type: "dropdown" }), await givenColumn(home, { type: "dropdown" })]
    const bulk = (label: string, index: number): Promise<Answer> => {
      const operations = (index % 4 < 2 ? ids : ids.toReversed()).map((id) => ({
        op: "create",
        task: { name: "Task", columnValues: { [id]: label } }
      }))
      return at(index).post("/api/tasks/bulk", { boardId: home.boardId, operations })
    }
    const labels = LABELS.slice(0, 8)
    expect(tally(await Promise.all(labels.map(bulk)))).toEqual({ 200: labels.length })
    for (const id of ids) expect((await labelsOf(home, id)).toSorted()).toEqual(labels.toSorted())
  })

  it("become options of a column that is renamed meanwhile, and no cell has the old label", async () => {
    const { at, home } = await homes()
    const id = await givenColumn(home, { type: "dropdown", options: [{ label: "Old" }] })
    const path = `/api/boards/${home.boardId}/columns/${id}`
    const { options } = (await home.patch(path, {})).body.column
    const create = (label: string, index: number): Promise<Answer> =>
      at(index).post("/api/tasks", {
        boardId: home.boardId,
        name: "Task",
        columnValues: { [id]: index % 3 === 0 ? "Old" : label }
      })
    const renamed = home.patch(path, { options: [{ ...options[0], label: "New" }] })
    const [answer, ...created] = await Promise.all([renamed, ...each(create)])
    expect(tally(created)).toEqual({ 201: LABELS.length })
    const labels = await labelsOf(home, id)
    const cells = await both().query("select column_values ->> $2 as cell from boardwright_task where board_id = $1", [
      home.boardId,
      id
    ])
    for (const { cell } of cells) expect(labels).toContain(cell)
    // It is refused if it would leave out a label that came before it.
    expect([200, 400]).toContain(answer?.status)
  })
})
