import { join } from "node:path"
import { asUser, createBoardwright, sqlite } from "@boardwright/embed"
import { openSqlite } from "./byHand/sqlite/open.mjs"
import { median } from "./measure/figures.mjs"
import { sqliteDatabases } from "./measure/databases.mjs"
import { short, tableOf } from "./report.mjs"
import { BOARDS, idOf, SECRET, SIZES } from "./work/fixture.mjs"

const USER = idOf("user", 1)
const WARM = 2_000

const readTask = (at) => idOf("task", at % 1000)
const boardId = idOf("board", BOARDS.read)
const written = (at) => idOf("task", SIZES.read + (at % SIZES.written))
const newTask = (at) => ({ boardId: idOf("board", BOARDS.written), name: `Sow peas ${at}` })

/** What is called, by hand and through the facade; how often in a round. */
const calls = (work, hub) => {
  const actor = asUser(USER)
  return [
    ["one's own profile", 500, () => work.me(USER), () => hub.accounts.profile(actor)],
    ["one task", 500, (at) => work.task(USER, readTask(at)), (at) => hub.tasks.get(actor, readTask(at))],
    [
      "list of 50",
      50,
      () => work.list(USER, { boardId, limit: "50" }),
      () => hub.tasks.list(actor, { boardId, limit: 50 })
    ],
    ["create", 50, (at) => work.create(USER, newTask(at)), (at) => hub.tasks.create(actor, newTask(at))],
    [
      "patch (status)",
      50,
      (at) => work.update(USER, written(at), { status: `by hand ${at}` }),
      (at) => hub.tasks.update(actor, written(at), { status: `by us ${at}` })
    ]
  ]
}

const timed = async (times, from, call) => {
  const begin = performance.now()
  for (let at = from; at < from + times; at++) await call(at)
  return ((performance.now() - begin) * 1e3) / times
}

const measure = async ([title, times, byHand, byUs], rounds) => {
  const seen = { byHand: [], byUs: [] }
  await timed(Math.min(WARM, times * 4), 0, byHand)
  await timed(Math.min(WARM, times * 4), 0, byUs)
  for (let round = 1; round <= rounds; round++) {
    seen.byHand.push(await timed(times, round * times, byHand))
    seen.byUs.push(await timed(times, round * times, byUs))
  }
  const over = median(seen.byUs.map((micros, at) => micros - seen.byHand[at]))
  return [title, short(median(seen.byHand)), short(median(seen.byUs)), over.toFixed(1)]
}

/** Use cases called through the facade beside the same work by hand in the same process, each on a file of its own. */
export const measureInProcess = async (folder, { rounds }) => {
  const databases = await sqliteDatabases(join(folder, "sqlite"))
  const [mine, theirs] = [await databases.copy(), await databases.copy()]
  const work = openSqlite(theirs.url)
  const hub = await createBoardwright({ storage: sqlite(mine.url), jwtSecret: SECRET })
  try {
    const rows = []
    for (const call of calls(work, hub)) rows.push(await measure(call, 3 * rounds))
    const over = Number(rows[1][3])
    return `${tableOf(["microseconds a call", "by hand", "through the facade", "over it"], rows)}

- ${over < 100 ? "met" : "**not met**"}: under 100 us over the SQL by hand for a one-row read (${over.toFixed(1)})`
  } finally {
    await hub.close()
    work.close()
    await databases.remove()
  }
}
