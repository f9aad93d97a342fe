// Ids, access tokens, and the tokens of mails: what chance makes.
const CHANCE = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|eyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{64}\b/g
const NAME = /‹\d+›/g

/** Names one server's ids and tokens by the order in which they came to light: the first is `‹1›`. */
export class Names {
  readonly #names = new Map<string, string>()
  readonly #values = new Map<string, string>()

  /** The text with names in place of ids and tokens. */
  hide(text: string): string {
    return text.replace(CHANCE, (value) => {
      const name = this.#names.get(value) ?? `‹${this.#names.size + 1}›`
      this.#names.set(value, name)
      this.#values.set(name, value)
      return name
    })
  }

  /** The text with this server's ids and tokens in place of their names. */
  reveal(text: string): string {
    return text.replace(NAME, (name) => this.#values.get(name) ?? name)
  }
}
