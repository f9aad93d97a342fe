import { expect, it } from "vitest"
import { dayText } from "../src/browser/days.js"
import { peopleText } from "../src/browser/taskRow.js"

it("a day without a time is the same everywhere, and a time is shown with its day", () => {
  expect(dayText("2027-03-25T00:00:00.000Z")).toBe("Mar 25, 2027")
  expect(dayText("2027-03-25T12:30:00.000Z")).toMatch(/^Mar 2\d, 2027, \d+:\d0/)
})

it.each([
  [[], ""],
  [["ada"], "you"],
  [["ada", "bob"], "you and 1 other person"],
  [["bob", "eve"], "2 other people"]
])("the people %j on a task are %j", (ids, text) => {
  expect(peopleText(ids, { id: "ada" as never })).toBe(text)
})
