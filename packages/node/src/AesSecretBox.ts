import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"
import { Ports } from "@boardwright/core"
import { Effect, Layer, Redacted } from "effect"
import * as SecretsKey from "./SecretsKey.js"

export interface Options {
  /** Each 32 bytes in hex or base64. The first encrypts, all decrypt. Without any, every call fails. */
  readonly keys: ReadonlyArray<Redacted.Redacted>
}

interface Key {
  /** Names the key in what it encrypted. */
  readonly id: string
  readonly bytes: Buffer
}

const FORMAT = "a256gcm"
const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (text: Redacted.Redacted, index: number): Effect.Effect<Key> => {
  const bytes = SecretsKey.parse(Redacted.value(text))
  if (bytes === null) return Effect.dieMessage(`AesSecretBox: key ${index + 1} is not 32 bytes in hex or base64`)
  return Effect.succeed({ id: createHmac("sha256", bytes).update("key id").digest("hex").slice(0, 8), bytes })
}

const encrypt = ({ bytes, id }: Key, text: string, owner: string): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv("aes-256-gcm", bytes, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final()])
  return `${FORMAT}.${id}.${Buffer.concat([encrypted, cipher.getAuthTag()]).toString("base64url")}`
}

/** Null if the text was changed, or encrypted for another owner. */
const decrypt = ({ bytes }: Key, data: Buffer, owner: string): string | null => {
  if (data.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv("aes-256-gcm", bytes, data.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(data.subarray(-TAG_BYTES))
  try {
    return decipher.update(data.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
  } catch {
    return null
  }
}

const make = Effect.fnUntraced(function* ({ keys: texts }: Options) {
  const keys = yield* Effect.forEach(texts, keyOf)
  const [first] = keys
  const encryptByFirst = (text: string, owner: string) =>
    Effect.suspend(() =>
      first === undefined ? new Ports.SecretsKeyMissing() : Effect.succeed(encrypt(first, text, owner))
    )
  const open = (encrypted: string, owner: string) =>
    Effect.suspend(() => {
      const [format, id, data = ""] = encrypted.split(".")
      const key = format === FORMAT ? keys.find((each) => each.id === id) : undefined
      const text = key === undefined ? null : decrypt(key, Buffer.from(data, "base64url"), owner)
      return text === null ? new Ports.SecretsKeyMissing() : Effect.succeed({ key, text })
    })
  return Ports.SecretBox.of({
    encrypt: encryptByFirst,
    decrypt: (encrypted, owner) => Effect.map(open(encrypted, owner), ({ text }) => text),
    renew: (encrypted, owner) =>
      Effect.flatMap(open(encrypted, owner), ({ key, text }) =>
        key === first ? Effect.succeed(encrypted) : encryptByFirst(text, owner)
      )
  })
})

/**
 * Encrypts with AES-256-GCM, a random nonce in each call, and the owner as associated data. The result names its key by 8 hex
 * digits that reveal nothing of it. A key that is not 32 bytes is a defect, which does not repeat it.
 */
export const layer = (options: Options): Layer.Layer<Ports.SecretBox> => Layer.effect(Ports.SecretBox, make(options))
