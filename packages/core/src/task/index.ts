export * from "./Task.js"
export * from "./TaskRepository.js"
