import { startServer, type TestServer } from "../support/server.js"
import { makeWorld, type World } from "../support/world.js"
import { Canaries } from "./Canaries.js"
import { storedReader } from "./Stored.js"

/** A world on a server of its own, and what tells whether somebody changed or saw what is none of theirs. */
export interface WatchedWorld {
  readonly server: TestServer
  readonly world: World
  readonly canaries: Canaries
  /** Everything that is stored, as text. */
  readonly read: () => Promise<string>
  /** What was stored when the world was made. */
  readonly before: string
}

/** Makes a world and watches it. */
export const watchWorld = async (): Promise<WatchedWorld> => {
  const server = await startServer()
  const world = await makeWorld(server)
  const read = await storedReader(server)
  const before = await read()
  return { server, world, canaries: new Canaries(before, world), read, before }
}
