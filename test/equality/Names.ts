// Random values: ids, access tokens, the tokens in emails, the secrets of webhooks and the epochs of cursors.
const CHANCE =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|eyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{64}\b|bw_pat_[0-9A-Za-z]{4,36}|whsec_[\w+/]{43}=|\b[0-9a-f]{32}(?=\.\d)/
// Ids that count the changes of a whole server: of deliveries, and of changes.
const COUNTED = /(?<="id":")(?<delivery>\d+)(?=","messageId")|(?<="(?:id|changeId|messageId)":")(?<change>\d+)(?=["_])/
const HIDDEN = new RegExp(`${CHANCE.source}|${COUNTED.source}`, "g")
const NAME = /‹\d+›/g

const claimsOf = (token: string): { readonly userId?: unknown; readonly ver?: unknown } => {
  try {
    return Object(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()))
  } catch {
    // Not a token, only similar to one.
    return { userId: token }
  }
}

/** What identifies a value. Access tokens of one user and version count as one, since their text depends on the second. */
const identityOf = (value: string, delivery: unknown, change: unknown): string => {
  if (delivery !== undefined) return `delivery ${value}`
  if (change !== undefined) return `change ${value}`
  if (!value.startsWith("eyJ")) return value
  const { userId, ver } = claimsOf(value)
  return `token of ${String(userId)}, version ${String(ver)}`
}

/** Replaces one server's ids and tokens by names in order of first appearance: the first is `‹1›`. */
export class Names {
  readonly #names = new Map<string, string>()
  readonly #values = new Map<string, string>()

  /** Replaces ids and tokens by their names. */
  hide(text: string): string {
    return text.replace(HIDDEN, (value, delivery: unknown, change: unknown) => {
      const identity = identityOf(value, delivery, change)
      const name = this.#names.get(identity) ?? `‹${this.#names.size + 1}›`
      this.#names.set(identity, name)
      this.#values.set(name, value)
      return name
    })
  }

  /** Replaces names by this server's ids and tokens. */
  reveal(text: string): string {
    return text.replace(NAME, (name) => this.#values.get(name) ?? name)
  }
}
