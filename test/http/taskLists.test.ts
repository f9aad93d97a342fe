import { describe, expect } from "vitest"
import { expectInvalid, expectError, type Home, MISSING, onServer } from "./given.js"

interface Summary {
  readonly name: string
}

const listed = async ({ boardId, get }: Home, filter: string): Promise<ReadonlyArray<string>> => {
  const { body, status } = await get(`/api/tasks?boardId=${boardId}${filter}`)
  expect(status).toBe(200)
  expect(body.pagination.total).toBe(body.tasks.length)
  return body.tasks.map(({ name }: Summary) => name)
}

/** Tasks that differ in what they can be filtered by. */
const furnished = async (home: Home) => {
  const groupId = await home.givenGroup()
  const other = await home.server.user("other")
  await home.givenTask({ name: "a" })
  await home.givenTask({ name: "b", groupId, status: "done" })
  await home.givenTask({ name: "c", status: "done", assignees: [other.id] })
  await home.givenTask({ name: "d", groupId, status: "done", assignees: [home.user.id, other.id] })
  await home.givenTask({ name: "e", groupId, status: "Done & dusted" })
  return { groupId, other: other.id }
}

describe("GET /api/tasks", () => {
  const { it } = onServer()
  it("lists summaries of exactly the specified fields, in order of creation", async ({ home }) => {
    const { task } = (
      await home.post("/api/tasks", {
        boardId: home.boardId,
        name: "A",
        dueDate: "2026-01-01",
        assignees: [home.user.id]
      })
    ).body
    await home.givenTask({ name: "B" })
    const { body, status } = await home.get(`/api/tasks?boardId=${home.boardId}`)
    expect(status).toBe(200)
    expect(body.pagination).toEqual({ page: 1, limit: 1000, total: 2, totalPages: 1 })
    expect(Object.keys(body)).toEqual(["tasks", "pagination"])
    const { assignees, boardId, createdAt, dueDate, groupId, id, name, priority, status: state, updatedAt } = task
    expect(body.tasks[0]).toEqual({
      id,
      boardId,
      groupId,
      name,
      status: state,
      priority,
      assignees,
      dueDate,
      createdAt,
      updatedAt
    })
    expect(body.tasks[1].name).toBe("B")
  })

  it("includes column values and counts, and refuses what it does not know", async ({ home }) => {
    const column = await home.givenColumn()
    const id = await home.givenTask({ columnValues: { [column]: [1] } })
    await home.post(`/api/tasks/${id}/comments`, { content: "Deep" })
    const { body } = await home.post(`/api/tasks/${id}/subtasks`, { name: "Spade" })
    await home.post(`/api/tasks/${id}/subtasks`, { name: "Rake" })
    await home.patch(`/api/tasks/${id}/subtasks/${body.subtask.id}`, { completed: true })
    for (const duration of [90, 0.5]) await home.post(`/api/tasks/${id}/time-entries`, { duration })
    const path = `/api/tasks?boardId=${home.boardId}`
    const [plain] = (await home.get(path)).body.tasks
    const columnValues = { [column]: [1] }
    const counts = { comments: 1, subtasks: 2, subtasksDone: 1, minutes: 90.5 }
    expect(Object.keys(plain)).not.toContain("columnValues")
    for (const [include, added] of [
      ["columnValues,counts", { columnValues, counts }],
      ["counts", { counts }],
      ["columnValues", { columnValues }],
      ["", {}]
    ] as const) {
      expect((await home.get(`${path}&include=${include}`)).body.tasks).toEqual([{ ...plain, ...added }])
    }
    expectInvalid(await home.get(`${path}&include=counts,comments`), ["include.1"])
  })

  it("rejects a page with over 4 MiB of column values", async ({ home }) => {
    const columns = await Promise.all(Array.from({ length: 7 }, () => home.givenColumn()))
    const columnValues = Object.fromEntries(columns.map((id) => [id, "x".repeat(65_535)]))
    for (let made = 0; made < 11; made++) await home.givenTask({ columnValues })
    const path = `/api/tasks?boardId=${home.boardId}&include=columnValues`
    expectInvalid(await home.get(path), ["limit"])
    expectInvalid(await home.get(`${path}&limit=11`), ["limit"])
    const { body } = await home.get(`${path}&limit=9`)
    expect(body.tasks.map((task: object) => "columnValues" in task)).toEqual(Array.from({ length: 9 }, () => true))
    expect((await home.get(`/api/tasks?boardId=${home.boardId}`)).body.tasks).toHaveLength(11)
  })

  describe("filters", () => {
    it("by group, status and assignee, alone and together", async ({ home }) => {
      const { groupId, other } = await furnished(home)
      expect(await listed(home, "")).toEqual(["a", "b", "c", "d", "e"])
      expect(await listed(home, `&groupId=${groupId}`)).toEqual(["b", "d", "e"])
      expect(await listed(home, `&groupId=${home.groupId}`)).toEqual(["a", "c"])
      expect(await listed(home, "&status=done")).toEqual(["b", "c", "d"])
      expect(await listed(home, "&status=Done+%26%20dusted")).toEqual(["e"])
      expect(await listed(home, `&assignee=${other}`)).toEqual(["c", "d"])
      expect(await listed(home, `&assignee=${home.user.id}`)).toEqual(["d"])
      expect(await listed(home, `&status=done&groupId=${groupId}&assignee=${other}`)).toEqual(["d"])
      expect(await listed(home, `&status=pending&assignee=${other}`)).toEqual([])
    })

    it("are absent if empty, and give an empty list if nothing matches", async ({ home }) => {
      await furnished(home)
      expect(await listed(home, "&status=&groupId=&assignee=&page=&limit=")).toHaveLength(5)
      for (const filter of ["status=DONE", "status=don", "status=%25", `assignee=${MISSING}`, `groupId=${MISSING}`]) {
        expect(await listed(home, `&${filter}`)).toEqual([])
      }
    })

    it("apply to the pagination", async ({ home }) => {
      await furnished(home)
      const { body } = await home.get(`/api/tasks?boardId=${home.boardId}&status=done&page=2&limit=2`)
      expect(body.tasks.map(({ name }: Summary) => name)).toEqual(["d"])
      expect(body.data).toEqual(body.tasks)
      expect(body.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
    })

    it("given several times match any of their values", async ({ home }) => {
      const { groupId, other } = await furnished(home)
      expect(await listed(home, "&status=done&status=Done+%26%20dusted&status=")).toEqual(["b", "c", "d", "e"])
      expect(await listed(home, "&status=done,pending")).toEqual([])
      expect(await listed(home, `&groupId=${groupId}&groupId=${home.groupId}&status=pending`)).toEqual(["a"])
      expect(await listed(home, `&assignee=none&assignee=${other}`)).toEqual(["a", "b", "c", "d", "e"])
      expect(await listed(home, "&assignee=none")).toEqual(["a", "b", "e"])
      expect(await listed(home, "&assignee=me&assignee=me")).toEqual(["d"])
      expect(await listed(home, "&priority=medium&priority=high")).toHaveLength(5)
      expect(await listed(home, "&priority=high")).toEqual([])
    })

    it("by ranges of dates that include both ends, a date being its whole day in UTC", async ({ home }) => {
      for (const dueDate of ["2027-03-01", "2027-03-02T00:00:00Z", "2027-03-02T23:59:59.999Z", "2027-03-03", null]) {
        await home.givenTask({ name: dueDate ?? "none", ...(dueDate === null ? {} : { dueDate }) })
      }
      const due = ["2027-03-01", "2027-03-02T00:00:00Z", "2027-03-02T23:59:59.999Z", "2027-03-03"]
      expect(await listed(home, "&dueFrom=2027-03-02&dueTo=2027-03-02")).toEqual(due.slice(1, 3))
      expect(await listed(home, "&dueTo=2027-03-02T00:00:00Z")).toEqual(due.slice(0, 2))
      expect(await listed(home, "&dueFrom=2027-03-03T01:00:00%2B01:00")).toEqual(due.slice(3))
      expect(await listed(home, "&dueFrom=2027-03-03&dueTo=2027-03-01")).toEqual([])
      expect(await listed(home, "&createdFrom=2020-01-01&updatedSince=2020-01-01")).toHaveLength(5)
      expect(await listed(home, "&createdTo=2020-01-01")).toEqual([])
    })

    it("name the rule that a value breaks", async ({ home: { boardId, get } }) => {
      const path = `/api/tasks?boardId=${boardId}`
      expectInvalid(await get(`${path}&dueFrom=soon&dueTo=2027-02-30&createdFrom=1&createdTo=x&updatedSince=now`), [
        ...["dueFrom", "dueTo", "createdFrom", "createdTo", "updatedSince"]
      ])
      const many = (name: string) => Array.from({ length: 101 }, (_, at) => `&${name}=${at}`).join("")
      expectInvalid(await get(`${path}${many("status")}${many("priority")}`), ["status", "priority"])
      expectInvalid(await get(`${path}&status=a&status=${"x".repeat(256)}&groupId=a%00b`), ["groupId"])
      expectInvalid(await get(`${path}&status=a&status=${"x".repeat(256)}`), ["status"])
    })

    it("given twice are rejected if they take one value", async ({ home: { boardId, get } }) => {
      expectInvalid(await get(`/api/tasks?boardId=${boardId}&boardId=${boardId}`), ["boardId"])
      expectInvalid(await get(`/api/tasks?boardId=${boardId}&dueTo=2027-01-01&dueTo=2027-01-01`), ["dueTo"])
      expect((await get(`/api/tasks?boardId=${boardId}&other=1&other=2`)).status).toBe(200)
    })
  })

  describe("filter", () => {
    const column = async (home: Home, type: string, more: object = {}): Promise<string> =>
      (await home.post(`/api/boards/${home.boardId}/columns`, { name: type, type, ...more })).body.column.id

    const found = (home: Home, filter: unknown) =>
      listed(
        home,
        `&sort=name&filter=${encodeURIComponent(typeof filter === "string" ? filter : JSON.stringify(filter))}`
      )

    it("finds the labels of an option in any case of its letters", async ({ home }) => {
      const size = await column(home, "dropdown", { options: [{ label: "Überfällig" }, { label: "Übrig" }] })
      const tags = await column(home, "labels", { options: [{ label: "Überfällig" }] })
      for (const name of ["überfällig", "Überfällig", "ÜBERFÄLLIG"]) {
        await home.givenTask({ name, columnValues: { [size]: name, [tags]: [name] } })
      }
      await home.givenTask({ name: "other", columnValues: { [size]: "übrig" } })
      for (const id of [size, tags]) {
        for (const value of ["Überfällig", "überfällig", "ÜBERFÄLLIG", " übERFÄLLIG "]) {
          const all = await found(home, { column: id, op: "in", value: [value] })
          expect(all.toSorted()).toEqual(["Überfällig", "überfällig", "ÜBERFÄLLIG"].toSorted())
          expect(await found(home, { column: id, op: "notIn", value: [value] })).toEqual(["other"])
        }
      }
    })

    it.for([
      ["äö", "ÄÖ", "Äö", "äÖ"],
      ["öffentliche ämter", "Öffentliche Ämter", "Öffentliche ämter", "ÖFFENTLICHE ÄMTER", "öffentliche Ämter"],
      ["один два", "Один Два", "Один два", "ОДИН ДВА"]
    ])("finds a label of several capitals beyond A to Z: %s", async (labels, { home }) => {
      const [label = ""] = labels
      const tags = await column(home, "labels", { options: [{ label }] })
      const all = labels.toSorted()
      for (const name of all) await home.givenTask({ name, columnValues: { [tags]: [name] } })
      for (const value of all) {
        expect((await found(home, { column: tags, op: "in", value: [value] })).toSorted()).toEqual(all)
      }
    })

    it("finds tasks by typed conditions on columns", async ({ home }) => {
      const [note, hours, day, done] = [
        await column(home, "text"),
        await column(home, "number"),
        await column(home, "date"),
        await column(home, "checkbox")
      ]
      const options = { options: [{ label: "Small" }, { label: "Large" }] }
      const [size, tags, who] = [
        await column(home, "dropdown", options),
        await column(home, "labels", options),
        await column(home, "person")
      ]
      const me = home.user.id
      const values = {
        a: {
          [note]: "Sow Peas",
          [hours]: 8,
          [day]: "2027-03-25",
          [done]: true,
          [size]: "small",
          [tags]: ["Large", "Small"]
        },
        b: {
          [note]: "peas",
          [hours]: "12.5",
          [day]: "2027-03-26T08:00:00Z",
          [done]: "no",
          [size]: "Large",
          [who]: [me]
        },
        c: { [note]: " ", [hours]: "many", [who]: "Grace" }
      }
      for (const [name, columnValues] of Object.entries(values)) await home.givenTask({ name, columnValues })
      const is = (id: string, op: string, value?: unknown) => ({ column: id, op, value })
      const expected: ReadonlyArray<readonly [unknown, string]> = [
        [is(note, "is", "sow peas"), "a"],
        [is(note, "isNot", "sow peas"), "b c"],
        [is(note, "contains", "PEAS"), "a b"],
        [is(note, "isEmpty"), "c"],
        [is(note, "isNotEmpty"), "a b"],
        [is(hours, "is", 8), "a"],
        [is(hours, "lt", 12.5), "a"],
        [is(hours, "lte", 12.5), "a b"],
        [is(hours, "gt", 8), "b"],
        [is(hours, "between", [8, 12.5]), "a b"],
        [is(hours, "isEmpty"), "c"],
        [is(day, "is", "2027-03-26"), "b"],
        [is(day, "is", "2027-03-26T08:00:00Z"), "b"],
        [is(day, "gt", "2027-03-25"), "b"],
        [is(day, "lt", "2027-03-26"), "a"],
        [is(day, "between", ["2027-03-25", "2027-03-26"]), "a b"],
        [is(size, "in", ["SMALL", "other"]), "a"],
        [is(size, "notIn", ["Small"]), "b c"],
        [is(tags, "in", ["small"]), "a"],
        [is(tags, "isEmpty"), "b c"],
        [is(who, "in", ["me", "Grace"]), "b c"],
        [is(who, "in", ["me"]), "b"],
        [is(done, "is", true), "a"],
        [is(done, "is", false), "b c"],
        [{ all: [is(note, "contains", "peas"), is(hours, "gt", 8)] }, "b"],
        [{ any: [is(note, "isEmpty"), { all: [is(done, "is", true), is(size, "in", ["Small"])] }] }, "a c"]
      ]
      for (const [filter, names] of expected) {
        expect([filter, await found(home, filter)]).toEqual([filter, names.split(" ")])
      }
    })

    it("is refused by what it does not name or mean, each at its place", async ({ home }) => {
      const [hours, note] = [await column(home, "number"), await column(home, "text")]
      const is = (id: string, op: unknown, value?: unknown) => ({ column: id, op, value })
      const nested = (levels: number): unknown => (levels === 0 ? is(hours, "is", 1) : { all: [nested(levels - 1)] })
      const wrong: ReadonlyArray<readonly [unknown, ...Array<string>]> = [
        ["{", "filter"],
        ["[]", "filter"],
        [5, "filter"],
        [{ all: [] }, "filter"],
        [{ all: [is(hours, "is", 1)], any: [] }, "filter"],
        [nested(4), "filter.all.0.all.0.all.0"],
        [{ any: Array.from({ length: 21 }, () => is(hours, "is", 1)) }, "filter"],
        [
          { all: Array.from({ length: 3 }, () => ({ any: Array.from({ length: 7 }, () => is(hours, "is", 1)) })) },
          "filter"
        ],
        [is(MISSING, "is", 1), "filter.column"],
        [{ op: "is", value: 1 }, "filter.column"],
        [is(hours, "contains", "1"), "filter.op"],
        [is(hours, 5), "filter.op"],
        [is(hours, "constructor", 1), "filter.op"],
        [{ any: [is(hours, "is", 1), is(hours, "is", "1")] }, "filter.any.1.value"],
        [is(hours, "between", [1]), "filter.value"],
        [is(hours, "between", [1, 2, 3]), "filter.value"],
        [is(hours, "isEmpty", true), "filter.value"],
        [is(note, "is", " "), "filter.value"],
        [is(note, "contains", "x".repeat(256)), "filter.value"]
      ]
      for (const [filter, place] of wrong) {
        const text = typeof filter === "string" ? filter : JSON.stringify(filter)
        const { body, status } = await home.get(`/api/tasks?boardId=${home.boardId}&filter=${encodeURIComponent(text)}`)
        expect([
          text,
          status,
          body.details?.map(({ path }: { path: ReadonlyArray<string> }) => path.join("."))
        ]).toEqual([text, 400, [place]])
      }
      expect(
        (await home.get(`/api/tasks?boardId=${home.boardId}&filter=${encodeURIComponent(JSON.stringify(nested(3)))}`))
          .status
      ).toBe(200)
    })
  })

  describe("sort", () => {
    it("by fields and columns, tasks without a value last, labels in the order of the options", async ({ home }) => {
      const { body } = await home.post(`/api/boards/${home.boardId}/columns`, {
        name: "Size",
        type: "dropdown",
        options: [{ label: "Small" }, { label: "Large" }]
      })
      const [size, hours] = [body.column.id, await home.givenColumn("number")]
      await home.givenTask({
        name: "b",
        status: "done",
        dueDate: "2027-03-02",
        columnValues: { [size]: "LARGE", [hours]: 9 }
      })
      await home.givenTask({ name: "a", status: "odd", columnValues: { [size]: "Small", [hours]: "10" } })
      await home.givenTask({ name: "c", status: "pending", dueDate: "2027-03-01", columnValues: { [hours]: "ten" } })
      const orders = {
        name: ["a", "b", "c"],
        "-name": ["c", "b", "a"],
        dueDate: ["c", "b", "a"],
        "-dueDate": ["b", "c", "a"],
        status: ["c", "b", "a"],
        "priority,-name": ["c", "b", "a"],
        [`column:${size}`]: ["a", "b", "c"],
        [`-column:${size}`]: ["b", "a", "c"],
        [`column:${hours}`]: ["b", "a", "c"]
      }
      for (const [sort, names] of Object.entries(orders)) expect(await listed(home, `&sort=${sort}`)).toEqual(names)
      expect(await listed(home, `&sort=-name&status=odd&status=done`)).toEqual(["b", "a"])
    })

    it("by group and by the name of the first assignee", async ({ home }) => {
      const [zoe, amy] = [await home.givenMember("viewer"), await home.givenMember("editor")]
      await zoe.patch("/api/auth/me", { name: "zoe" })
      await amy.patch("/api/auth/me", { name: "Amy" })
      const second = await home.givenGroup()
      const [z, a] = [zoe.user.id, amy.user.id]
      await home.givenTask({ name: "2 amy", groupId: second, assignees: [a, z] })
      await home.givenTask({ name: "1 nobody" })
      await home.givenTask({ name: "1 zoe", assignees: [z, a] })
      const orders = {
        group: ["1 nobody", "1 zoe", "2 amy"],
        "-group": ["2 amy", "1 nobody", "1 zoe"],
        assignee: ["2 amy", "1 zoe", "1 nobody"],
        "-assignee": ["1 zoe", "2 amy", "1 nobody"],
        "-group,-name": ["2 amy", "1 zoe", "1 nobody"]
      }
      for (const [sort, names] of Object.entries(orders)) expect(await listed(home, `&sort=${sort}`)).toEqual(names)
    })

    it("is refused by what is no field and no column of the board", async ({ home }) => {
      const path = `/api/tasks?boardId=${home.boardId}&sort=`
      for (const sort of ["rank", "name,", "column:", `column:${MISSING}`, "--name", "name,name,name,name,name,name"]) {
        expectInvalid(await home.get(path + sort), ["sort"])
      }
    })
  })

  it("requires the board's id", async ({ home: { get, groupId } }) => {
    expectInvalid(await get("/api/tasks"), ["boardId"])
    expectInvalid(await get("/api/tasks?boardId=&status=done"), ["boardId"])
    expectInvalid(await get("/api/tasks?page=0&limit=1001"), ["boardId", "page", "limit"])
    expectInvalid(await get("/api/tasks?boardId=a%00b"), ["boardId"])
    for (const boardId of [MISSING, groupId, "1", "%27", "x".repeat(5000)]) {
      expectError(await get(`/api/tasks?boardId=${boardId}`), 404, "Board not found")
    }
  })
})
