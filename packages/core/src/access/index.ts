export * from "./AccessRepository.js"
export * from "./Actor.js"
export * from "./policy.js"
export * from "./TokenPower.js"
