import { Facade } from "@boardwright/core"

export const { asUser, BoardwrightError, operator } = Facade
export { type Boardwright, createBoardwright, toNodeHandler } from "./createBoardwright.js"
export { type Mailer, mailerOf, outbox, smtp } from "./Mailer.js"
export type { BoardwrightOptions, IncomingRequest, PasswordHasher, Users } from "./options.js"
export type { StoragePorts } from "./services.js"
export { sqlite, type Storage, storageOf } from "./Storage.js"
