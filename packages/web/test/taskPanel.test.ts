import { describe, expect, it } from "vitest"
import { durationText, enteredMinutes, minutesOf } from "../src/browser/app/task/duration.js"
import { htmlOf } from "../src/browser/app/task/markdown.js"
import { matching, mentionsIn, partsOf, typingAt } from "../src/browser/app/task/mentions.js"

describe("a duration", () => {
  it.each([
    ["90", 90],
    [" 0 ", 0],
    ["1:30", 90],
    ["0:05", 5],
    ["1h 30m", 90],
    ["1h30m", 90],
    ["1h30", 90],
    ["1 h 30 min", 90],
    ["1 Std. 15 Min.", 75],
    ["1.5 h", 90],
    ["1,5h", 90],
    ["2 hours", 120],
    ["45 Minuten", 45],
    ["1d 2h", 26 * 60],
    ["", null],
    ["soon", null],
    ["1:75", null],
    ["-5", null],
    ["1h 30x", null],
    ["1e9", null]
  ])("%j is %s minutes", (text, minutes) => {
    expect(minutesOf(text)).toBe(minutes)
  })

  it("is shown as it can be typed", () => {
    for (const minutes of [0, 1, 59, 60, 61, 90, 600, 1441, 99_999]) {
      expect(minutesOf(durationText(minutes))).toBe(minutes)
    }
    expect([0, 59, 60, 90].map(durationText)).toEqual(["0 min", "59 min", "1 h", "1 h 30 min"])
    expect(durationText(1e304)).toMatch(/^\d+(e\+\d+)? min$/)
  })

  it.each([
    ["2 min", 1.5, 1.5],
    [" 0 min ", 0.4, 0.4],
    ["0 min", 0, 0],
    ["2 min", 3, 2],
    ["2 min", null, 2],
    ["0 min", null, null],
    ["0 min", 3, null],
    ["soon", 1.5, null]
  ])("%j is as entered where %j is stored: %j", (text, stored, minutes) => {
    expect(enteredMinutes(text, stored)).toBe(minutes)
  })
})

describe("Markdown", () => {
  it("shows HTML as text, and has no links that run anything", () => {
    const html = htmlOf(
      "<script>hacked=1</script>\n\n<img src=x onerror=hacked=1> [a](javascript:hacked=1) <javascript:hacked> ![b](data:text/html,x)"
    )
    expect(html).not.toMatch(/<script|<img src="?x|javascript:hacked=1"|href="javascript|src="data/i)
    expect(html).toContain("&lt;script&gt;")
  })

  it("has tables, tasks, struck text and bare addresses", () => {
    const html = htmlOf("| a |\n|---|\n| 1 |\n\n- [x] done\n\n~~no~~ https://example.test")
    for (const part of ["<table>", 'type="checkbox"', "<del>no</del>", 'href="https://example.test"'])
      expect(html).toContain(part)
  })
})

const people = [
  { id: "a", name: "Ann" },
  { id: "b", name: "Ann Lee" },
  { id: "c", name: "Zoë" },
  { id: "d", name: "Zoë" },
  { id: "e", name: "(x)*" }
]

describe("mentions", () => {
  const of = (text: string, ...picked: ReadonlyArray<string>) => mentionsIn(text, people, new Set(picked))

  it("are of the people whose name follows an @, the longest name first", () => {
    expect(of("@Ann, ask @Ann Lee")).toEqual(["a", "b"])
    expect(of("@Ann Lee and @Ann Lee")).toEqual(["b"])
    expect(of("@Annabel, me@Ann.test, Ann, @ann")).toEqual([])
    expect(of("@(x)* (@Ann)")).toEqual(["e", "a"])
  })

  it("of people with one name are of those that were picked", () => {
    expect(of("@Zoë", "d")).toEqual(["d"])
    expect(of("@Zoë", "c", "d")).toEqual(["c", "d"])
    expect(of("@Zoë")).toEqual(["c"])
    // Somebody who was picked, and whose name was removed again, is not mentioned.
    expect(of("nobody", "a")).toEqual([])
  })

  it("divide a text without losing any of it", () => {
    for (const text of ["", "@", "@@Ann", "a @Ann b @Zoë", "@Ann@Zoë", "@Ann Lee’s", "x\n@Zoë\n"]) {
      expect(
        partsOf(text, ["Ann", "Ann Lee", "Zoë", ""])
          .map((part) => part.text)
          .join("")
      ).toBe(text)
    }
  })

  it("are offered where one is typed", () => {
    expect(typingAt("ask @an", 7)).toEqual({ start: 4, query: "an" })
    expect(typingAt("@", 1)).toEqual({ start: 0, query: "" })
    expect(typingAt("@Ann Le more", 7)).toEqual({ start: 0, query: "Ann Le" })
    for (const [text, caret] of [
      ["me@an", 5],
      ["@ an", 4],
      ["@a\nb", 4],
      ["an", 2],
      ["@an", 0]
    ] as const)
      expect(typingAt(text, caret)).toBe(null)
    expect(matching(people, "le").map(({ id }) => id)).toEqual(["b"])
    expect(matching(people, "ANN").map(({ id }) => id)).toEqual(["a", "b"])
    expect(matching(people, "nn")).toEqual([])
  })
})
