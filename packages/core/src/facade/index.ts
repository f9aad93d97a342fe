export { asUser, isActor, operator } from "./actors.js"
export * from "./archiveIterables.js"
export { type AsyncContext, type OpenTransaction, refuseInTransaction } from "./AsyncContext.js"
export * from "./BoardwrightError.js"
export * from "./ChangeEvent.js"
export type { CallOptions, MakingOptions } from "./CallOptions.js"
export type {
  ChangeContext,
  ConsumeOptions,
  FollowHandler,
  Following,
  FollowOptions,
  FollowRuntime
} from "./changeFollowing.js"
export * from "./Hub.js"
export * from "./onChange.js"
export * from "./transactionCalls.js"
export { type Acting, type Anonymous, type Making, useCases, type UseCaseServices } from "./useCases.js"
export { scopeOf } from "./withScopes.js"
