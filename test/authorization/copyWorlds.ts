import { type Copies, copies } from "../support/copies.js"
import { makeWorld, type World } from "../support/world.js"
import { Canaries } from "./Canaries.js"
import { storedReader } from "./Stored.js"

/** A world, which every server that is started here has as it was made. */
export interface WorldCopies extends Pick<Copies<unknown>, "start" | "remove"> {
  readonly world: World
  readonly canaries: Canaries
}

/** Makes a world once. */
export const copyWorlds = async (): Promise<WorldCopies> => {
  const { made, ...rest } = await copies(async (server) => {
    const world = await makeWorld(server)
    const stored = await (await storedReader(server))()
    return { world, canaries: new Canaries(stored, world) }
  })
  return { ...made, ...rest }
}
