export * from "./BoardwrightError.js"
export type { Acting, Anonymous } from "./entries.js"
export * from "./promises.js"
export * from "./useCases.js"
