import { Schema } from "effect"

// The HTML standard's valid e-mail address, with dots only between characters and at least one dot in the domain. The
// last label is not a number: mailers read such a domain as an IPv4 address and send `a@0x7f.1` to `a@127.0.0.1`.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const DOMAIN_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
const NUMBER = "(?:[0-9]+|0[xX][0-9A-Fa-f]*)"
const DOMAIN = `(?:${DOMAIN_LABEL}\\.)+(?!${NUMBER}$)${DOMAIN_LABEL}`
const ADDRESS = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`)

/** The form in which addresses are compared: trimmed, without regard to case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/**
 * Whether the text is an address that mail is sent to: ASCII, at most 254 characters (RFC 5321, local part at most 64).
 */
export const isEmail = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

const message = () => "must be an email address"

/** An email address: trimmed, ASCII, at most 254 characters, case kept. */
export const Email = Schema.transform(
  Schema.String.annotations({ message, jsonSchema: { type: "string", format: "email", maxLength: 254 } }),
  Schema.String,
  {
    strict: true,
    decode: (value) => value.trim(),
    encode: (value) => value
  }
).pipe(Schema.filter((value) => isEmail(value) || message()))
