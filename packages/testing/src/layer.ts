import { Account, Change, Ports } from "@boardwright/core"
import { Layer } from "effect"
import * as CountingIds from "./CountingIds.js"
import * as FixedLinks from "./FixedLinks.js"
import * as FixedSecrets from "./FixedSecrets.js"
import * as MemoryStorage from "./memory/MemoryStorage.js"
import * as PlainAccessTokens from "./PlainAccessTokens.js"
import { PlainPasswordHasher } from "./PlainPasswordHasher.js"
import * as PlainSecretBox from "./PlainSecretBox.js"
import { RecordingMailer } from "./RecordingMailer.js"
import { RecordingWebhookSender } from "./RecordingWebhookSender.js"

/**
 * Every port that use cases need except the actor, in memory and new in each build, with the tags that give tests
 * access to them: `RecordingMailer`, `RecordingWebhookSender`, `PlainPasswordHasher`, `MemoryStore`. No CAPTCHA is required.
 */
export const layer = Layer.mergeAll(Account.UserDirectory.accounts, Change.ChangeFeed.layer).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      MemoryStorage.layer,
      RecordingMailer.layer,
      RecordingWebhookSender.layer,
      PlainSecretBox.layer,
      PlainPasswordHasher.layer,
      PlainAccessTokens.layer,
      CountingIds.layer,
      FixedSecrets.layer,
      FixedLinks.layer,
      Ports.CaptchaVerifier.none,
      Change.ChangeHandlers.layer
    )
  )
)

/** The services of `layer`. */
export type Inventory = Layer.Layer.Success<typeof layer>
