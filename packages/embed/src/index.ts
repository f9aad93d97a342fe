import { type Access, Facade, type Ports } from "@boardwright/core"

export const { asUser, BoardwrightError, operator } = Facade
export type BoardwrightError = Facade.BoardwrightError
export type BoardwrightErrorCode = Facade.BoardwrightErrorCode
export type CallOptions = Facade.CallOptions
export type Actor = Access.Actor
export type Mail = Ports.Mail

export type { AnsweredRequest, OnAnswered } from "@boardwright/http"
export { Boardwright } from "./Boardwright.js"
export { createBoardwright } from "./createBoardwright.js"
export type { BoardwrightServices } from "./layer.js"
export type { LayerOptions } from "./LayerOptions.js"
export { type Mailer, mailerOf, outbox, type SenderOptions, smtp } from "./Mailer.js"
export type {
  Authenticate,
  BoardwrightOptions,
  Captcha,
  HostUser,
  IncomingRequest,
  PasswordHasher,
  Users
} from "./options.js"
export type { FailureContext, OnError } from "./reportTo.js"
export type { AccountPorts, StoragePorts } from "./services.js"
export { sqlite, type Storage, storageOf } from "./Storage.js"
export { type NodeHandler, toNodeHandler } from "./toNodeHandler.js"
