export * from "./BoardwrightError.js"
export * from "./promises.js"
export * from "./useCases.js"
