import type { Entry } from "./Entry.js"
import type { CommandShape } from "./CommandShape.js"

const SUMMARY = "Boards, tasks and the people who work on them"

/** What is known of a command beyond its name. */
type Loaded = Pick<CommandShape, "name"> & Partial<CommandShape>

/** The whole command line, `loaded` in place of those commands of which only the name is known. */
export const rootShape = (entries: ReadonlyArray<Entry>, loaded: ReadonlyArray<Loaded> = []): CommandShape => ({
  name: "boardwright",
  description: SUMMARY,
  options: [],
  arguments: [],
  commands: entries.map(({ name, summary }) => {
    const shape = loaded.find((each) => each.name === name)
    return { options: [], arguments: [], commands: [], ...shape, name, description: summary }
  })
})
