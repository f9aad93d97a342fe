import { Effect, Option } from "effect"
import addressparser from "nodemailer/lib/addressparser"

export interface Sender {
  /** Shown beside the address; may be empty. */
  readonly name: string
  readonly address: string
}

/** The default sender: enough for mails in a folder; few mail servers accept it. */
export const fallback: Sender = { name: "Boardwright", address: "no-reply@localhost" }

// Without characters that separate or end an address in a header or an SMTP command.
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u

/** Whether the text is one bare address and cannot be read as several or as a header. */
export const isAddress = (text: string): boolean => ADDRESS.test(text)

/** Parses `someone@example.com` or `Some One <someone@example.com>`; none unless it is exactly one address. */
export const parse = (text: string): Option.Option<Sender> => {
  if (/\p{Cc}/u.test(text)) return Option.none()
  const [sender, second] = addressparser(text, { flatten: true })
  return sender && second === undefined && isAddress(sender.address)
    ? Option.some({ name: sender.name, address: sender.address })
    : Option.none()
}

/** The sender in `from`, by default `otherwise`. A defect if it is not one address. */
export const resolve = (from: string | undefined, otherwise: Sender): Effect.Effect<Sender> =>
  from === undefined
    ? Effect.succeed(otherwise)
    : Option.match(parse(from), {
        onNone: () =>
          Effect.dieMessage("The sender of mails must be one address, as a@b.example or Name <a@b.example>"),
        onSome: Effect.succeed
      })
