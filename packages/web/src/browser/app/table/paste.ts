import { attempt } from "../attempt.js"
import { ahead } from "../ui/later.js"
import type { pasteCells } from "./pasteCells.js"

const load = ahead(() => import("./pasteCells.js"))

/** `pasteCells`, which is loaded first. */
export const paste = (...given: Parameters<typeof pasteCells>): Promise<unknown> =>
  attempt(async () => (await load()).pasteCells(...given))
