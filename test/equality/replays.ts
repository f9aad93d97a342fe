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

/** Sends every request that takes an idempotency key twice with one, and with another body. */
export const replays = async ({ send }: Session, world: World): Promise<void> => {
  for (const { example, method, name, statuses, template } of ENDPOINTS) {
    if (example === null || !statuses.includes(REUSED)) continue
    const [path, body] = [pathOf(template, world.ids), filled(OWN[name] ?? example, world)]
    const headers = { "idempotency-key": name }
    for (const each of [body, body, { ...body, other: true }])
      await send(method, path, world.owner, { body: each, headers })
  }
}
