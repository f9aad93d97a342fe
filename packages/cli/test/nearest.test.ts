import { expect, it } from "vitest"
import { nearest } from "../src/nearest.js"

it("names that are like a wanted one hold it, are most of it, or differ in a few letters, the likest first", () => {
  const names = ["Spring", "Spring 2027", "Sprang", "Autumn", "S", "ring"]
  expect(nearest("spring", names)).toEqual(["Spring", "Sprang", "Spring 2027"])
  expect(nearest("Sprint", ["S", "t", "Spring"])).toEqual(["Spring"])
  expect(nearest("", names)).toEqual([])
})
