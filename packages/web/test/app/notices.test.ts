import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { notices, notify } from "../../src/browser/app/store/notices.js"

beforeEach(() => {
  vi.useFakeTimers()
  notices.value = []
})
afterEach(() => {
  vi.useRealTimers()
})

const shown = () => notices.value.map(({ text }) => text)

it("a message that is said again is shown once, for as long as the last time says", async () => {
  notify("No connection", { tone: "bad" })
  await vi.advanceTimersByTimeAsync(5_000)
  notify("No connection", { tone: "bad" })
  expect(shown()).toEqual(["No connection"])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toEqual(["No connection"])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toEqual([])
})

it("two messages with buttons stay two, since each undoes something else", () => {
  const action = { text: "Undo", run: () => undefined }
  notify("1 task is in the trash.", { action })
  notify("1 task is in the trash.", { action })
  expect(shown()).toHaveLength(2)
})
