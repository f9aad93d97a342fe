import {
  CountingIds,
  FixedSecrets,
  MemoryStorage,
  PlainAccessTokens,
  PlainPasswordHasher,
  PlainSecretBox,
  RecordingMailer
} from "@boardwright/testing"
import {
  accessTokensContract,
  idsContract,
  mailerContract,
  passwordHasherContract,
  rateCountsContract,
  secretBoxContract,
  secretsContract,
  storageContract,
  throttleContract
} from "@boardwright/testing/contract"
import { Effect } from "effect"

storageContract("memory", MemoryStorage.layer)
rateCountsContract("memory", MemoryStorage.layer)
throttleContract("memory", MemoryStorage.layer)
passwordHasherContract("plain", PlainPasswordHasher.layer)
accessTokensContract("plain", PlainAccessTokens.layer, PlainAccessTokens.signedWith("another secret"))
secretBoxContract("plain", PlainSecretBox.layer)
secretsContract("fixed", FixedSecrets.layer)
idsContract("counting", CountingIds.layer)
mailerContract("recording", RecordingMailer.layer, (to) =>
  Effect.flatMap(RecordingMailer, (mailer) => mailer.sentTo(to))
)
