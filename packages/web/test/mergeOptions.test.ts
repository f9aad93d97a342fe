import { expect, it } from "vitest"
import { mergeOptions } from "../src/browser/app/table/mergeOptions.js"

const option = (id: string, label: string, color = "#000000", value: string | null = null) => ({
  ...{ id, label, color, value }
})
const OPENED = [option("a", "To do"), option("b", "Doing"), option("c", "Done")]

it("an edited list keeps what others have changed meanwhile", () => {
  const drafts = [
    option("c", "Done"),
    option("b", "Doing it"),
    option("a", "To do", "#FF0000"),
    { ...option("", "New"), id: null }
  ]
  const current = [option("a", "Backlog"), option("b", "In progress", "#00FF00"), option("d", "Stuck")]
  expect(mergeOptions(OPENED, drafts, current)).toEqual([
    option("b", "Doing it", "#00FF00"),
    option("a", "Backlog", "#FF0000"),
    { ...option("", "New"), id: null },
    option("d", "Stuck")
  ])
})

it("what an option means stays as others have set it, unless it was edited", () => {
  const drafts = [option("a", "To do"), option("b", "Doing", "#000000", "done")]
  const current = [option("a", "To do", "#000000", "working"), option("b", "Doing", "#000000", "pending")]
  expect(mergeOptions(OPENED, drafts, current).map(({ value }) => value)).toEqual(["working", "done"])
})

it("an option that was deleted stays away, and a list that nobody else changed is as it was edited", () => {
  const drafts = [option("b", "Doing"), option("a", "To do")]
  expect(mergeOptions(OPENED, drafts, OPENED)).toEqual(drafts)
})
