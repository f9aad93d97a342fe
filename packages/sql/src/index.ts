export * from "./Database.js"
export { migrate, SchemaMismatch } from "./migrate.js"
export { steps, words } from "./migrations/index.js"
export { repositories, type Repositories } from "./repositories.js"
