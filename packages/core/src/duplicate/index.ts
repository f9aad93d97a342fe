export { MAX_COPIED_LENGTH, MAX_COPIED_TASKS } from "./copyTasks.js"
export * from "./duplicateBoard.js"
export * from "./duplicateTask.js"
export * from "./duplicateWorkspace.js"
