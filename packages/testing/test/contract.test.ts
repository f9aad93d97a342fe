import {
  CountingIds,
  FixedSecrets,
  MemoryStorage,
  PlainAccessTokens,
  PlainPasswordHasher,
  RecordingMailer
} from "@boardwright/testing"
import {
  accessTokensContract,
  idsContract,
  mailerContract,
  passwordHasherContract,
  rateCountsContract,
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
secretsContract("fixed", FixedSecrets.layer)
idsContract("counting", CountingIds.layer)
mailerContract("recording", RecordingMailer.layer, (to) =>
  Effect.flatMap(RecordingMailer, (mailer) => mailer.sentTo(to))
)
