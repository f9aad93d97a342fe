import { existsSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { places } from "./userRuns.js"

const place = places()

describe("without a database", () => {
  it.each([
    ["workspace list"],
    ["workspace members Garden"],
    ["board list --workspace Garden"],
    ["user list"],
    ["user log"],
    ["user set-password ada@example.com --password-stdin"],
    ["token mint --as ada@example.com"],
    ["changes expire-cursors"],
    ["webhook create --board Spring --url https://example.com --as ada@example.com"],
    ["webhook reencrypt"],
    ["trash list --board Spring"],
    ["export Spring"],
    ["import plan.csv --board Spring"],
    ["resume"],
    ["backup backups"],
    ["backup --record nightly"],
    ["dump boardwright.dump"]
  ])("boardwright %s exits with 4 and creates nothing", async (line) => {
    const { environment, run } = await place()
    const data = environment["DATA_DIR"] ?? ""
    const folder = dirname(data)
    writeFileSync(join(folder, "plan.csv"), "Task,Due\nDig,2027-03-01\n")
    const file = join(data, "boardwright.db")
    const message = `no database at ${file}: set DATA_DIR or DATABASE_URL, or create one with \`boardwright serve\``
    const { code, stderr, stdout } = await run(line.split(" "), "correct horse battery\n")
    expect([code, stdout, stderr]).toEqual([4, "", expect.stringContaining(`boardwright: ${message}`)])
    for (const made of [data, join(folder, "backups"), join(folder, "boardwright.dump")])
      expect([made, existsSync(made)]).toEqual([made, false])
  })

  it("doctor warns, and the commands that set one up create it", async () => {
    const { run, user } = await place()
    const { code, stdout } = await run(["doctor"])
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^warning\tdatabase\t.*boardwright\.db does not exist\t/m)
    ])
    await user("ada@example.com", "correct horse battery")
    expect((await run(["user", "list"])).stdout).toMatch(/^ada@example\.com\t/)
  })
})
