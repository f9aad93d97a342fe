import { mkdir, open, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Ports } from "@boardwright/core"
import { DateTime, Effect, Layer } from "effect"
import { uuidv7 } from "uuidv7"
import { type MimeMessage, mimeMessage } from "./mimeMessage.js"
import * as Sender from "./Sender.js"

export interface Options {
  /** Created, with its parents, when the first mail is written. */
  readonly directory: string
  /** The sender: `someone@example.com` or `Some One <someone@example.com>`. Default: `Boardwright <no-reply@localhost>`. */
  readonly from?: string | undefined
}

// RFC 5322, 2.1.1: a longer line must be encoded.
const MAX_LINE_BYTES = 998

const linesFit = (text: string): boolean => text.split("\n").every((line) => Buffer.byteLength(line) <= MAX_LINE_BYTES)

/** A part without encoding if its lines allow it, so that a link can be copied from the file. */
const part = (type: "plain" | "html", text: string) =>
  linesFit(text)
    ? { raw: `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}` }
    : text

const compose = async (message: MimeMessage): Promise<Buffer> => {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer")
  const parts = { text: part("plain", message.text), html: part("html", message.html) }
  return new MailComposer({ ...message, ...parts, newline: "windows" }).compile().build()
}

/** Writes the file atomically. */
const writeWhole = async (directory: string, name: string, content: Uint8Array): Promise<string> => {
  const path = join(directory, name)
  const unfinished = join(directory, `.${name}.tmp`)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    const file = await open(unfinished, "wx", 0o600)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return path
}

const make = Effect.fnUntraced(function* ({ directory, from }: Options) {
  const sender = yield* Sender.resolve(from, Sender.fallback)

  return Ports.Mailer.of({
    send: Effect.fnUntraced(function* (mail) {
      const message = yield* mimeMessage(sender, mail)
      const stamp = DateTime.formatIso(yield* DateTime.now).replaceAll(/[-:.]/g, "")
      const path = yield* Effect.tryPromise({
        try: async () => writeWhole(directory, `${stamp}-${uuidv7()}.eml`, await compose(message)),
        catch: (cause) => new Ports.MailUnavailable({ cause })
      })
      yield* Effect.logInfo(`No mail server is configured: the mail is in ${path}`)
    })
  })
})

/**
 * Writes each mail to a file (RFC 5322) instead of sending it. The file is written atomically with mode 0600, in a folder
 * with mode 0700, and its name, `<time>-<uuid>.eml`, sorts by time and has nothing of the mail. A log line names it. Fails
 * with `MailUnavailable` if it cannot be written. A wrong sender is a defect.
 */
export const layer = (options: Options): Layer.Layer<Ports.Mailer> => Layer.effect(Ports.Mailer, make(options))
