import type { Archive } from "@boardwright/core"
import { describe, expectTypeOf, it } from "vitest"
import type { HeaderInput, TaskInput } from "../../src/archive/ArchiveInput.js"

type Entry<List extends ReadonlyArray<unknown>> = keyof List[number]

describe("an archive is read with exactly the fields that are written", () => {
  it("of its header, whose time is not read", () => {
    expectTypeOf<keyof HeaderInput>().toEqualTypeOf<Exclude<keyof Archive.ArchiveHeader, "exportedAt">>()
    expectTypeOf<keyof HeaderInput["board"]>().toEqualTypeOf<keyof Archive.ArchiveHeader["board"]>()
    expectTypeOf<Entry<HeaderInput["groups"]>>().toEqualTypeOf<Entry<Archive.ArchiveHeader["groups"]>>()
    expectTypeOf<Entry<HeaderInput["columns"]>>().toEqualTypeOf<Entry<Archive.ArchiveHeader["columns"]>>()
    expectTypeOf<Entry<HeaderInput["members"]>>().toEqualTypeOf<Entry<Archive.ArchiveHeader["members"]>>()
    expectTypeOf<Entry<HeaderInput["people"]>>().toEqualTypeOf<Exclude<keyof Archive.ArchivedPerson, "name">>()
  })

  it("of its tasks, which get new ids", () => {
    type Written = Archive.ArchivedTask
    expectTypeOf<keyof TaskInput>().toEqualTypeOf<Exclude<keyof Written, "id">>()
    expectTypeOf<Entry<TaskInput["comments"]>>().toEqualTypeOf<Exclude<Entry<Written["comments"]>, "id">>()
    expectTypeOf<Entry<TaskInput["subtasks"]>>().toEqualTypeOf<Exclude<Entry<Written["subtasks"]>, "id">>()
    expectTypeOf<Entry<TaskInput["timeEntries"]>>().toEqualTypeOf<Exclude<Entry<Written["timeEntries"]>, "id">>()
  })
})
