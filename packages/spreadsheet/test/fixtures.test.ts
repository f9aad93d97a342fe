import { readFileSync, writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import { made } from "./fixtures/make.js"
import { fixturePath } from "./support/sheets.js"

// `MAKE_FIXTURES=1 npx vitest run packages/spreadsheet/test/fixtures.test.ts` writes them again.
it.each(Object.keys(made))("%s is what the script makes", (name) => {
  const bytes = made[name] ?? Buffer.alloc(0)
  if (process.env["MAKE_FIXTURES"] !== undefined) writeFileSync(fixturePath(name), bytes)
  expect(readFileSync(fixturePath(name)).equals(bytes)).toBe(true)
})
