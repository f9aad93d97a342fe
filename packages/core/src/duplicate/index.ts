export * from "./duplicateTask.js"
