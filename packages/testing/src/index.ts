export * as CountingIds from "./CountingIds.js"
export * as FixedLinks from "./FixedLinks.js"
export * as FixedSecrets from "./FixedSecrets.js"
export * from "./fixtures.js"
export {
  createTestBoardwright,
  type TestBoardwright,
  type TestBoardwrightOptions
} from "./hub/createTestBoardwright.js"
export type { TestBoard, TestBoardInput, TestUser, TestUserInput } from "./hub/testUsers.js"
export type { Mailbox, ReceivedMail } from "./hub/Mailbox.js"
export { type MovableClock, movableClock, type TimeSpan } from "./hub/movableClock.js"
export * from "./layer.js"
export type { MemoryState } from "./memory/MemoryState.js"
export * as MemoryStorage from "./memory/MemoryStorage.js"
export { MemoryStore } from "./memory/MemoryStore.js"
export type { StoredState } from "./memory/StoredState.js"
export * as OneTokenCaptcha from "./OneTokenCaptcha.js"
export * as PlainAccessTokens from "./PlainAccessTokens.js"
export { PlainPasswordHasher } from "./PlainPasswordHasher.js"
export * as PlainSecretBox from "./PlainSecretBox.js"
export { RecordingMailer } from "./RecordingMailer.js"
export { type Receiver, RecordingWebhookSender } from "./RecordingWebhookSender.js"
export type { Repositories, RepositoryName } from "./Repositories.js"
export { sha256 } from "./sha256.js"

// For tests of a host's calls: the actors, and the error of failed calls.
export { asUser, BoardwrightError, operator } from "@boardwright/core/facade"
