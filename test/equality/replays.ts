import { ENDPOINTS } from "./endpoints.js"
import { filled } from "./errors.js"
import type { Session } from "./sideBySide.js"
import { pathOf, type World } from "./world.js"

const REUSED = 422

/** In place of examples whose places or tasks are of another server, or whose field has a column already. */
const OWN: Readonly<Record<string, object>> = {
  "tokens.create": { name: "CI", scopes: ["read"] },
  "boards.addColumn": { name: "Notes", type: "text" },
  "tasks.bulk": { boardId: null, operations: [{ op: "create", task: { name: "Sow" } }] }
}

/** Sends every request that takes an idempotency key twice with one, with another body or query, and with an invalid one. */
export const replays = async ({ send }: Session, world: World): Promise<void> => {
  for (const { example, method, name, statuses, template } of ENDPOINTS) {
    if (!statuses.includes(REUSED)) continue
    const path = pathOf(template, world.ids)
    const headers = { "idempotency-key": name }
    const body = example === null ? {} : { body: filled(OWN[name] ?? example, world) }
    for (let time = 0; time < 2; time++) await send(method, path, world.owner, { ...body, headers })
    if (example === null) await send(method, `${path}?other=true`, world.owner, { headers })
    else await send(method, path, world.owner, { body: { ...body.body, other: true }, headers })
    await send(method, path, world.owner, { ...body, headers: { "idempotency-key": "two words" } })
  }
}
