import { tmpdir } from "node:os"
import { join } from "node:path"
import { mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { AesSecretBox, BcryptHasher, CryptoSecrets, JoseAccessTokens, FolderMailer, UuidIds } from "@boardwright/node"
import {
  accessTokensContract,
  idsContract,
  mailerContract,
  passwordHasherContract,
  secretBoxContract,
  secretsContract
} from "@boardwright/testing/contract"
import { Effect, Layer, Logger, LogLevel, Redacted } from "effect"
import { simpleParser } from "mailparser"

const signedWith = (secret: string) => JoseAccessTokens.layer({ secrets: [Redacted.make(secret)] })

accessTokensContract(
  "JoseAccessTokens",
  signedWith("one secret of at least thirty-two bytes"),
  signedWith("another secret of at least thirty-two bytes")
)
idsContract("UuidIds", UuidIds.layer)
secretBoxContract("AesSecretBox", AesSecretBox.layer({ keys: [Redacted.make("ab".repeat(32))] }))
secretsContract("CryptoSecrets", CryptoSecrets.layer)
passwordHasherContract("BcryptHasher", BcryptHasher.layer())

const directory = mkdtempSync(join(tmpdir(), "boardwright-mails-"))

const read = async (name: string) => {
  const mail = await simpleParser(readFileSync(join(directory, name)))
  const to = Array.isArray(mail.to) ? mail.to[0] : mail.to
  return {
    to: to?.value[0]?.address ?? "",
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html === false ? "" : mail.html
  }
}

const quiet = Logger.minimumLogLevel(LogLevel.Warning)

mailerContract("FolderMailer", FolderMailer.layer({ directory }).pipe(Layer.provideMerge(quiet)), (address) =>
  Effect.promise(async () => {
    const mails = await Promise.all(
      readdirSync(directory)
        .filter((name) => name.endsWith(".eml"))
        .toSorted()
        .map(read)
    )
    return mails.filter(({ to }) => to === address)
  })
)
