export * from "./archiveIterables.js"
export * from "./BoardwrightError.js"
export * from "./Hub.js"
export { type Acting, type Anonymous, useCases, type UseCaseServices } from "./useCases.js"
