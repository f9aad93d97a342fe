// Every command but the server and the import, in one file of the bundle: they are small beside what they share, and each
// set of commands that something is shared by would be a file that the server has to load as well.
export { runWords } from "../terminal/runWords.js"
export { shapeOf } from "../terminal/shapeOf.js"
export { board } from "./board.js"
export { completions } from "./completions.js"
export { exportCommand } from "./export.js"
export { migrate } from "./migrate.js"
export { seed } from "./seed.js"
export { token } from "./token.js"
export { user } from "./user.js"
export { workspace } from "./workspace.js"
