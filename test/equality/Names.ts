// Ids, access tokens, and the tokens of mails: what chance makes.
const CHANCE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|eyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{64}\b/g
const NAME = /‹\d+›/g

const claimsOf = (token: string): { readonly userId?: unknown; readonly ver?: unknown } => {
  try {
    return Object(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()))
  } catch {
    // It only looks like a token.
    return { userId: token }
  }
}

/** What a value is known by. Access tokens of one user and version are one: those of a second are equal, later ones not. */
const identityOf = (value: string): string => {
  if (!value.startsWith("eyJ")) return value
  const { userId, ver } = claimsOf(value)
  return `token of ${String(userId)}, version ${String(ver)}`
}

/** Names one server's ids and tokens by the order in which they came to light: the first is `‹1›`. */
export class Names {
  readonly #names = new Map<string, string>()
  readonly #values = new Map<string, string>()

  /** The text with names in place of ids and tokens. */
  hide(text: string): string {
    return text.replace(CHANCE, (value) => {
      const identity = identityOf(value)
      const name = this.#names.get(identity) ?? `‹${this.#names.size + 1}›`
      this.#names.set(identity, name)
      this.#values.set(name, value)
      return name
    })
  }

  /** The text with this server's ids and tokens in place of their names. */
  reveal(text: string): string {
    return text.replace(NAME, (name) => this.#values.get(name) ?? name)
  }
}
