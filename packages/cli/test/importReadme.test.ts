import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { LAUNCHER } from "../../../test/support/childServer.js"
import { aWorkspaceOf, testDatabases } from "./boards/database.js"

const databases = testDatabases()
const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8")

const block = (language: string): string => {
  const found = readme.split(`\n\`\`\`${language} import\n`)[1]?.split("\n```")[0]
  if (found === undefined) throw new Error(`the README has no block "${language} import"`)
  return found
}

const ID = /[0-9a-f-]{36}$/

it("the import in the README has the output in the README", async () => {
  const { environment, folder, run } = await databases.sqlite("readme")
  await run(aWorkspaceOf("ada@example.com"))
  const command = block("sh").replace("npx boardwright", `'${process.execPath}' '${LAUNCHER}'`)
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", `exec 2>&1; ${command}`], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...environment }
  })
  const id = ID.exec(stdout.trim())?.[0] ?? "no id"
  expect(stdout.trim()).toBe(block("text").replace(ID, id))
})
